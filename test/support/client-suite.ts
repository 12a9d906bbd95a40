/** One client through all situations: what it reports, what was recorded, and what the page says about it. */
import { describe, expect, it } from 'vitest';
import type { TestKitchen } from '../../src/testing/index.js';
import { type ClientDriver, meet, type Met, SITUATIONS, type Situation } from './client-driver.js';
import { clientLabel, clientRow, installedVersion } from './client-page.js';
import type { Report } from './official-client.js';

export interface Expected {
  /** What each step must contain. */
  readonly reports: readonly object[];
  readonly exchanges: readonly string[];
  /** Messages of the forms that it shows. Default: none. */
  readonly asked?: readonly string[];
}

export interface ExpectedClient {
  readonly protocolVersion: string;
  /** How it ends the GET stream that it holds, if any. */
  readonly streams: readonly string[];
  readonly situations: Readonly<Record<Situation, Expected>>;
}

/** What a healthy server comes to, for a client that hands on the results of the protocol as they are. */
export const HEALTHY_REPORTS: readonly object[] = [
  { returned: expect.arrayContaining(['run_scenario', 'echo']) },
  { returned: { content: [{ type: 'text', text: 'hello' }] } },
  { returned: { contents: [{ uri: 'kitchen://guide', mimeType: 'text/markdown' }] } },
  { returned: { messages: [{ role: 'user' }] } },
];

export const FORM = 'May this run go on?';

export function describeClient(
  kitchen: TestKitchen,
  driver: ClientDriver,
  expected: ExpectedClient,
): void {
  describe(`the client ${clientLabel(driver.package, driver.mode)}`, () => {
    it.each(SITUATIONS)('%s', async (situation) => {
      const met = await meet(kitchen, driver, situation);
      const { reports, exchanges, asked = [] } = expected.situations[situation];
      expect(met.reports).toMatchObject(reports);
      expect(met.exchanges).toEqual(exchanges);
      expect(met.asked).toEqual(asked);
      expect(met.protocolVersion).toBe(expected.protocolVersion);
      if (situation === 'healthy') expect(met.streams).toEqual(expected.streams);
      const row = await clientRow(driver.package, driver.mode);
      expect(row[situation]).toBe(cellOf(situation, met));
    });

    it('stands on the page in its version', async () => {
      const row = await clientRow(driver.package, driver.mode);
      expect(row['Version']).toBe(await installedVersion(driver.package));
    });
  });
}

/** What the page says about a meeting. */
function cellOf(situation: Situation, { reports, asked, protocolVersion }: Met): string {
  const steps = reports.map(wordFor);
  if (situation === 'healthy' && steps.every((step) => step === 'returned')) {
    return `works, ${protocolVersion ?? ''}`;
  }
  return [...(asked.length > 0 ? ['asks'] : []), ...steps].join(', then ');
}

function wordFor(step: Report): string {
  if ('returned' in step)
    return step.returned?.isError === true ? 'returned, `isError`' : 'returned';
  const { threw, code, data } = step;
  const shown = isObject(data) ? (data['status'] ?? code) : code;
  return shown === undefined ? `\`${threw}\`` : `\`${threw}\` ${JSON.stringify(shown)}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
