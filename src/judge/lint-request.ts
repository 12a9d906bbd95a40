/** STUB so that the core compiles: to be replaced whole by the owner of this file. */
import type { Arrival } from '../exchange/message.js';
import type { Finding } from '../observations/observation.js';

export function lintRequest(_arrival: Arrival): readonly Finding[] {
  return [];
}
