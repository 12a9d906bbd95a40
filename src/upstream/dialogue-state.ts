/**
 * The `requestState` of a dialogue: `<session>.<round>.<token>`. Session and round stand in clear, so that the session
 * is known before the token is verified; the signed token repeats and binds them (basic/patterns/mrtr).
 */
import { createRequestStateCodec, type ServerContext } from '@modelcontextprotocol/server';
import type { Clock } from '../clock.js';
import type { Finding } from '../observations/observation.js';
import { hashJson } from './call-hash.js';
import {
  argumentsChanged,
  stateChanged,
  stateExpired,
  stateOfOtherCall,
  stateOfOtherSession,
} from './dialogue-findings.js';
import type { DialogueAnswer } from './plan.js';
import { identifyCall, type Serving } from './serving.js';

export type Answers = Readonly<Record<string, DialogueAnswer>>;

/** Where a dialogue stands when it asks. */
export interface DialogueProgress {
  readonly dialogue: string;
  /** Indexes of the plan's dialogues that this call goes through. */
  readonly sources: readonly number[];
  /** The round that is asked, from 1, counted over all dialogues of the call. */
  readonly round: number;
  /** The keys that are asked: those of the round that have no answer yet. */
  readonly keys: readonly string[];
  /** The answers so far, by round; the last entry may be those of a round that is not answered whole. */
  readonly answered: readonly Answers[];
}

interface StatePayload extends DialogueProgress {
  readonly session: string;
  readonly target: string;
  readonly args: string;
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
}

export interface DialogueStates {
  mint(progress: DialogueProgress, serving: Serving): Promise<{ state: string; expiresAt: number }>;
  /** Returns what `mint` was given, or records the rule that was broken and throws. */
  verify(state: string, serving: Serving, sdk: ServerContext): Promise<DialogueProgress>;
}

/** How long a round can be answered. */
export const STATE_LIFETIME_MS = 60 * 60 * 1_000;
const STATE = /^([^.]+)\.([1-9]\d{0,5})\.(.+)$/s;

/** The session and the round that a `requestState` names in clear; null if the kitchen did not make it. */
export function readStateSession(state: string): { session: string; round: number } | null {
  const [, session, round] = STATE.exec(state) ?? [];
  return session === undefined ? null : { session, round: Number(round) };
}

export function createDialogueStates(key: Uint8Array, clock: Clock): DialogueStates {
  const codec = createRequestStateCodec<StatePayload>({
    key,
    ttlSeconds: STATE_LIFETIME_MS / 1_000,
  });
  return {
    async mint(progress, serving) {
      const session = serving.call.snapshot.session;
      const issuedAt = clock.now();
      const token = await codec.mint({ ...progress, ...bindingOf(serving), session, issuedAt });
      return {
        state: `${session}.${progress.round}.${token}`,
        expiresAt: issuedAt + STATE_LIFETIME_MS,
      };
    },

    async verify(state, serving, sdk) {
      const reject = (finding: Finding): never => {
        serving.call.found(finding);
        throw new Error(finding.text);
      };
      const [, session, round, token] = STATE.exec(state) ?? [];
      if (token === undefined) return reject(stateChanged);
      const payload = await codec.verify(token, sdk).catch((error: unknown) => {
        const expired = error instanceof Error && error.message === 'expired';
        return reject(expired ? stateExpired : stateChanged);
      });
      if (payload.session !== session || payload.round !== Number(round)) reject(stateChanged);
      if (payload.session !== serving.call.snapshot.session) reject(stateOfOtherSession);
      const { target, args } = bindingOf(serving);
      if (payload.target !== target) reject(stateOfOtherCall);
      if (payload.args !== args) reject(argumentsChanged);
      if (clock.now() > payload.issuedAt + STATE_LIFETIME_MS) reject(stateExpired);
      return payload;
    },
  };
}

function bindingOf({ call }: Serving): { target: string; args: string } {
  const { method, name, args } = identifyCall(call.arrival);
  return { target: hashJson([method, name]), args: hashJson(args) };
}
