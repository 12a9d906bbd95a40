/** `kitchen observe --follow`: the latest exchanges, then each as it happens. */
import type { AdminClient, ObservedEvent } from '../admin/client.js';
import type { ObservationSummary } from '../observations/observation.js';
import { onNpmGone } from './npm-gone.js';
import { note } from './output.js';

/** An exchange that is open for so long, in milliseconds, is shown before it finishes. */
const SHOWN_OPEN_AFTER_MS = 1_000;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

export interface Following {
  readonly client: Pick<AdminClient, 'observe'>;
  readonly workspace: string;
  /** Only this session; all if undefined. */
  readonly session: string | undefined;
  /** The latest exchanges, oldest first. */
  readonly latest: () => Promise<readonly ObservationSummary[]>;
  readonly show: (observation: ObservationSummary) => Promise<void>;
}

/** Resolves on Ctrl-C. */
export async function follow(following: Following): Promise<void> {
  const { client, workspace, session, latest, show } = following;
  const ending = new AbortController();
  const end = (): void => ending.abort();
  for (const signal of SIGNALS) process.once(signal, end);
  const forgetNpm = onNpmGone(end);
  const shownAlready = new Set<number>();
  const open = new Map<number, NodeJS.Timeout>();

  async function showLatest(): Promise<void> {
    for (const observation of await latest()) {
      if (observation.state === 'finished') shownAlready.add(observation.number);
      await show(observation);
    }
  }

  async function showLive(event: ObservedEvent): Promise<void> {
    if (event.type === 'gap') {
      // A kitchen that was started anew may count from 1 again.
      if (event.missed === null) shownAlready.clear();
      note(
        event.missed === null
          ? 'The kitchen was started anew: what happened before is not shown here.'
          : `${String(event.missed)} events were lost because they were read too slowly.`,
      );
      return;
    }
    const { observation } = event;
    const { number } = observation;
    if (session !== undefined && observation.session !== session) return;
    if (event.type === 'started') {
      open.set(
        number,
        setTimeout(() => void show(observation), SHOWN_OPEN_AFTER_MS),
      );
      return;
    }
    clearTimeout(open.get(number));
    open.delete(number);
    if (!shownAlready.delete(number)) await show(observation);
  }

  let listed: Promise<void> | undefined;
  const failures: unknown[] = [];
  async function listen(): Promise<void> {
    // The list is asked for once the stream is open, so that nothing falls between the two.
    const onOpen = (): void => {
      listed ??= showLatest().catch((error: unknown) => {
        failures.push(error);
        end();
      });
    };
    for await (const event of client.observe(workspace, { signal: ending.signal, onOpen })) {
      await listed;
      await showLive(event);
    }
    await listed;
    if (failures.length > 0) throw failures[0];
  }

  try {
    await listen();
  } catch (error) {
    if (!ending.signal.aborted || failures.length > 0) throw error;
  } finally {
    ending.abort();
    for (const timer of open.values()) clearTimeout(timer);
    for (const signal of SIGNALS) process.off(signal, end);
    forgetNpm();
  }
}
