import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ObservedEvent } from '../../src/admin/client.js';
import { follow } from '../../src/cli/follow.js';
import type { ObservationSummary } from '../../src/observations/observation.js';
import { anObservation } from './observation-fixture.js';

const seen = (observation: ObservationSummary): ObservedEvent => ({
  type: observation.state === 'open' ? 'started' : 'finished',
  id: `boot-${String(observation.number)}`,
  observation: { ...observation, findings: [...observation.findings] },
});
const opened = (number: number): ObservationSummary => anObservation({ number, state: 'open' });
const done = (number: number): ObservationSummary => anObservation({ number });

/** Follows a stream of events and pauses (in milliseconds); tells the lines that were shown. */
async function linesFor(
  steps: readonly (ObservationSummary | number)[],
  latest: readonly ObservationSummary[] = [],
  session?: string,
): Promise<readonly string[]> {
  const lines: string[] = [];
  await follow({
    client: {
      async *observe(_workspace, { onOpen } = {}) {
        onOpen?.();
        for (const step of steps) {
          if (typeof step === 'number') await vi.advanceTimersByTimeAsync(step);
          else yield seen(step);
        }
      },
    },
    workspace: 'default',
    session,
    latest: async () => latest,
    show: async ({ number, state }) => {
      lines.push(`#${String(number)} ${state}`);
    },
  });
  return lines;
}

describe('following', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('shows once what is in the list and in the stream', async () => {
    expect(await linesFor([done(1), done(2)], [done(1)])).toEqual(['#1 finished', '#2 finished']);
  });

  it('shows the end of an exchange that the list had as open', async () => {
    expect(await linesFor([done(1)], [opened(1)])).toEqual(['#1 open', '#1 finished']);
  });

  it('shows only the end of an exchange that is soon over', async () => {
    expect(await linesFor([opened(1), 999, done(1), 5_000])).toEqual(['#1 finished']);
  });

  it('shows an exchange that stays open, and then its end', async () => {
    expect(await linesFor([opened(1), 1_000, done(1)])).toEqual(['#1 open', '#1 finished']);
  });

  it('shows one session only where one is asked for', async () => {
    const other = anObservation({ number: 2, session: 'other' });
    expect(await linesFor([done(1), other], [], 'other')).toEqual(['#2 finished']);
  });
});
