/** The public face of `mcp-fault-kitchen`. */
export type { Answer } from './exchange/answer.js';
