/** A script of 200 rules against the scenario that is made for its fault alone. */
import { ALWAYS_503, startKitchen, withServers } from '../contenders.js';
import { duelOf503s } from '../duel.js';
import { type Row, times } from '../row.js';
import type { Scale } from '../scale.js';
import type { WorkFolder } from '../work-folder.js';

const RULES = 200;

/** The last rule strikes; the ones before are for something else, each in another way. */
function scriptOf503(): { readonly scenario: string; readonly params: Record<string, unknown> } {
  const others = Array.from({ length: RULES - 1 }, (_, index) => {
    const name = `other-${String(index)}`;
    const ons = [
      { method: 'tools/call', name },
      { method: 'tools/call', argument: { text: { prefix: name } } },
      { method: 'tools/call', header: { 'x-other': name } },
      { method: 'tools/call', meta: { other: name } },
      { method: ['resources/read', 'prompts/get'], name },
      { verb: 'GET', nth: index + 1 },
      { method: 'tools/call', from: 1_000_000_000 },
      { era: 'legacy', method: 'tools/list' },
    ];
    return { on: ons[index % ons.length], do: { http_status: { status: 500 } } };
  });
  const last = { on: { method: 'tools/call' }, do: { http_status: { status: 503 } } };
  return { scenario: 'script', params: { rules: [...others, last] } };
}

export async function measureScript(scale: Scale, folder: WorkFolder): Promise<readonly Row[]> {
  const script = startKitchen(folder, scriptOf503());
  const scenario = startKitchen(folder, ALWAYS_503);
  return withServers([script, scenario] as const, async (first, second) => {
    const result = await duelOf503s(first, second, scale);
    return [
      {
        what: '503 by a script of 200 rules against http_status_sequence, requests per second',
        target: 'at least 0.80 ×',
        measured: times(result.speed),
        met: result.speed >= 0.8,
        details: result,
      },
    ];
  });
}
