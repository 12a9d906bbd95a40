/** What faults of one session gave to the client and what has to come back exactly as it was. */
import type { Arrival } from '../../exchange/message.js';
import type { Finding } from '../../observations/observation.js';
import { GivenCursors } from './given-cursors.js';
import { GivenInputs } from './given-inputs.js';
import { GivenLimits } from './given-limits.js';
import { GivenQuestions } from './given-questions.js';
import { GivenStreams } from './given-streams.js';

export class Given {
  readonly cursors = new GivenCursors();
  readonly inputs = new GivenInputs();
  readonly limits = new GivenLimits();
  readonly questions = new GivenQuestions();
  readonly streams = new GivenStreams();

  /** The rules that a request breaks by what it brings back. Called once for each arrival. */
  judge(arrival: Arrival): readonly Finding[] {
    const { rpc } = arrival;
    if (rpc.kind === 'response') return this.questions.judge(arrival);
    if (rpc.kind !== 'request') return [];
    return [...this.cursors.judge(rpc), ...this.inputs.judge(rpc)];
  }
}
