/** The corpus as data: public reports by kind, and the selections that reproduce what their servers sent. */
import { readdirSync } from 'node:fs';
import { z } from 'zod';
import {
  type Ask,
  type AskName,
  type Play,
  playWith,
  readYaml,
  type Step,
} from '../coverage/ledger-format.js';

const reportId = z.string().regex(/^B-\d{3}$/, 'Must be an id like B-001');

/** L: revisions up to 2025-11-25; M: 2026-07-28; LM: both; S: the HTTP+SSE transport of 2024-11-05. */
const reportEra = z.enum(['L', 'M', 'LM', 'S']);
export type ReportEra = z.output<typeof reportEra>;

const kindSchema = z.strictObject({
  title: z.string(),
  reports: z.record(reportId, z.strictObject({ ref: z.string(), era: reportEra })),
});
const reportsSchema = z.record(z.string().regex(/^K\d\d$/), kindSchema);
export type Kinds = z.output<typeof reportsSchema>;

const entrySchema = playWith({
  /** `both`: played in each of the two eras, with the requests of that era. */
  era: z.enum(['modern', 'legacy', 'both', 'sse']),
  /** What the server sends. */
  sends: z.string(),
  reports: z.array(reportId).min(1),
});
export type CorpusEntry = z.output<typeof entrySchema>;

const fileSchema = z.strictObject({
  selections: z.record(z.string().regex(/^[\w.-]+$/), entrySchema),
  /** Reports that nothing here reproduces, with the reason. */
  none: z.record(reportId, z.string()).default({}),
});
export type CorpusFile = z.output<typeof fileSchema>;

export function readReports(folder: string): Kinds {
  return readYaml(`${folder}/reports.yaml`, reportsSchema);
}

/** By kind. */
export function readCorpus(folder: string): ReadonlyMap<string, CorpusFile> {
  const kinds = readdirSync(folder).flatMap((name) => /^(K\d\d)\.yaml$/.exec(name)?.[1] ?? []);
  return new Map(
    kinds.toSorted().map((kind) => [kind, readYaml(`${folder}/${kind}.yaml`, fileSchema)]),
  );
}

export interface CorpusTest {
  readonly name: string;
  readonly play: Play;
}

export function testsOf(kind: string, name: string, entry: CorpusEntry): readonly CorpusTest[] {
  const { era } = entry.given;
  if (era !== 'both') return [{ name: `${kind} ${name}`, play: entry }];
  return [
    { name: `${kind} ${name} modern`, play: entry },
    { name: `${kind} ${name} legacy`, play: { ...entry, steps: entry.steps.map(inLegacy) } },
  ];
}

const LEGACY: Readonly<Partial<Record<AskName, AskName>>> = {
  call: 'legacy-call',
  list: 'legacy-list',
  discover: 'initialize',
  read: 'legacy-read',
  resources: 'legacy-resources',
  prompts: 'legacy-prompts',
  prompt: 'legacy-prompt',
  complete: 'legacy-complete',
  progress: 'legacy-progress',
  notify: 'legacy-notify',
  ping: 'legacy-ping',
};

function inLegacy(step: Step): Step {
  const request = LEGACY[step.ask.request];
  if (request === undefined) throw new Error(`"${step.ask.request}" has no form of the 2025 era`);
  const ask: Ask = { ...step.ask, request };
  return { ...step, ask };
}
