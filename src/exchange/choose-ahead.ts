/** Asks the scenario for a fault when only the head of a request has come, where the scenario wants to be asked so early. */
import { factsOf } from '../scenario/targeting.js';
import { chance } from '../scenario/chance.js';
import type { Exchange, LoadedScenario, Scenario } from '../scenario/contract.js';
import type { Fault } from '../faults/fault.js';
import { inOrder } from '../faults/perform-faults.js';
import { kindOf } from '../faults/vocabulary.js';
import type { LiveSession } from '../sessions/live-session.js';
import type { SessionRegistry } from '../sessions/session-registry.js';
import type { CounterValues, Selection } from '../sessions/session.js';
import type { Wire } from '../wire/wire.js';
import type { ExchangePorts } from './exchange-context.js';
import { headerOf } from './header-lines.js';
import type { Arrival, McpAddress } from './message.js';
import { foreignOriginFor, originOf } from './origins.js';
import { readHead } from './read-head.js';
import type { ReceiveSurroundings } from './receive.js';

export interface Ahead {
  readonly arrival: Arrival;
  /** At least one, or none where the scenario threw. */
  readonly faults: readonly Fault[];
  /** True where all of it happens aside: the body is read, and the request answered. */
  readonly goesOn: boolean;
  /** What the scenario threw. */
  readonly thrown?: unknown;
}

export interface AheadSurroundings extends Pick<ReceiveSurroundings, 'clock' | 'protocol'> {
  readonly sessions: SessionRegistry;
  readonly ports: ExchangePorts;
  scenario(id: string): LoadedScenario | undefined;
}

const NOT_COUNTED: CounterValues = { post: null, method: null, call: null, round: null };

/** Null where nothing strikes before the body. Opens and counts nothing by itself. */
export function chooseAhead(
  wire: Wire,
  address: McpAddress,
  surroundings: AheadSurroundings,
): Ahead | null {
  const { sessions } = surroundings;
  const sessionId = headerOf(wire.headers, 'mcp-session-id');
  const selection = sessions.selectionAhead(address, wire.connection, sessionId);
  const hooks = surroundings.scenario(selection.scenario)?.scenario;
  if (hooks?.onHead === undefined) return null;
  if (hooks.readsHead !== undefined && !mayRead(hooks.readsHead, selection)) return null;
  const arrival = readHead(wire, address, surroundings);
  try {
    const session = sessions.ahead(arrival);
    // A session of an older selection goes on with that.
    const { params } = session.birth.selection;
    const origins = {
      origin: originOf(wire),
      foreignOrigin: foreignOriginFor(wire, address, surroundings.ports),
    };
    const choice = session.loaded?.scenario.onHead?.(seen(arrival, session, origins), params);
    if (choice === undefined) return null;
    const faults = 'kind' in choice ? [choice] : inOrder(choice);
    if (faults.length === 0) return null;
    const goesOn = faults.every(({ kind }) => kindOf(kind)?.stage === 'aside');
    return { arrival, faults, goesOn };
  } catch (error) {
    return { arrival, faults: [], goesOn: false, thrown: error };
  }
}

/** A hook that throws here throws again where it can be told. */
function mayRead(readsHead: NonNullable<Scenario['readsHead']>, { params }: Selection): boolean {
  try {
    return readsHead(params);
  } catch {
    return true;
  }
}

function seen(
  arrival: Arrival,
  session: LiveSession,
  origins: Pick<Exchange, 'origin' | 'foreignOrigin'>,
): Exchange {
  const snapshot = session.snapshot(NOT_COUNTED);
  const { verb, headers, rpc, era, client } = arrival;
  return {
    verb,
    headers,
    rpc,
    era,
    client,
    arrival,
    facts: factsOf(
      arrival,
      snapshot.startedAt,
      session.given,
      session.connectionNumber(arrival.connection),
    ),
    memory: session.memory,
    snapshot,
    match: 0,
    ...origins,
    signal: NEVER,
    foreignId: null,
    abandonedId: session.abandonedId,
    random: (rule) => chance(snapshot.seed, rule, 0),
  };
}

/** There is no exchange yet that anything could end. */
const NEVER = new AbortController().signal;
