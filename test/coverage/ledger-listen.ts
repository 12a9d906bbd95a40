/** Listens on a connection until what should be seen is there, or will not come any more. */
import { readWire } from './ledger-answer.js';
import type { LedgerConnection } from './ledger-connection.js';
import type { Ask, See } from './ledger-format.js';
import { unseen } from './ledger-see.js';

/** How long nothing may come while an expectation has not come true. */
const PATIENCE_MS = 5_000;
/** However much still comes. */
const LONGEST_MS = 40_000;
/** How often it has been looked in vain: one long turn of a busy process is not yet silence. */
const PATIENCE_TURNS = 100;
/** Takes long to look at. */
const HUGE_BYTES = 1_000_000;
/** After a whole answer, in case that more follows it. */
const REST_MS = 40;
/** How long a connection must be quiet to count as left open. */
const OPEN_MS = 300;

/** Waits until all of it is seen and the connection rests; what is missing when patience ends. */
export async function listenFor(
  connection: LedgerConnection,
  see: See,
  { closeAfterMs, closeAfterBytes }: Pick<Ask, 'closeAfterMs' | 'closeAfterBytes'> = {},
): Promise<readonly string[]> {
  const start = performance.now();
  if (closeAfterMs !== undefined || closeAfterBytes !== undefined) {
    const enoughMs = closeAfterMs ?? PATIENCE_MS;
    const enoughBytes = closeAfterBytes ?? Infinity;
    const expected = { ...see, end: see.end ?? ('open' as const) };
    while (performance.now() - start < enoughMs && connection.heard.end === null) {
      if (connection.heard.bytes >= enoughBytes) break;
      await connection.next(enoughMs - (performance.now() - start));
    }
    // A busy machine may be late with what should be seen by then.
    let problems = unseen(connection.heard, expected);
    while (problems.length > 0 && connection.heard.end === null) {
      if (performance.now() - start > enoughMs + PATIENCE_MS) break;
      await connection.next(100);
      problems = unseen(connection.heard, expected);
    }
    connection.leave();
    return problems;
  }
  let judged = '';
  let turns = 0;
  let problems: readonly string[] = ['Nothing came'];
  for (;;) {
    const { heard } = connection;
    const restMs = restOf(heard.end === null, see, connection);
    const isSilent = heard.pieces.length === 0 && heard.end === null && see.nothing !== true;
    if (heard.quietMs >= restMs && !isSilent) {
      const state = `${String(heard.pieces.length)} ${String(heard.end)}`;
      if (judged !== state) {
        judged = state;
        problems = unseen(heard, see);
      }
      const isOver = heard.end !== null && (see.end !== 'reset' || heard.end === 'reset');
      if (problems.length === 0 || isOver) return problems;
    }
    // What is huge may take its time, as long as it comes.
    turns = heard.quietMs < OPEN_MS ? 0 : turns + 1;
    const isInVain = heard.quietMs > PATIENCE_MS && turns > PATIENCE_TURNS;
    if (isInVain || performance.now() - start > LONGEST_MS) return problems;
    await connection.next(Math.max(5, restMs - heard.quietMs));
  }
}

function restOf(isOpen: boolean, see: See, { heard }: LedgerConnection): number {
  if (!isOpen) return 0;
  if (see.end === 'open' || see.nothing === true) return OPEN_MS;
  const last = heard.pieces.at(-1);
  // Whether a huge answer is whole need not be asked at every byte.
  if (last === undefined || heard.quietMs < REST_MS) return REST_MS;
  if (heard.bytes > HUGE_BYTES) return OPEN_MS;
  const raw = Buffer.concat(heard.pieces.map(({ bytes }) => bytes));
  return readWire(raw).isWhole ? REST_MS : OPEN_MS;
}
