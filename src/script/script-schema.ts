/** What a script is: ordered rules, and states they lead through. */
import { z } from 'zod';
import { VOCABULARY } from '../faults/vocabulary.js';
import { nearest } from '../nearest.js';
import { onSchema } from '../scenario/targeting.js';
import { durationSchema, toMilliseconds } from '../units.js';
import { endlessAnswer } from './endless-text.js';
import { templateMistakes } from './template-mistakes.js';

const DAY_MS = 86_400_000;
const stateName = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'Must be 1 to 64 of A-Z a-z 0-9 _ -');

type Vocabulary = typeof VOCABULARY;
type DoShape = { [Name in keyof Vocabulary]: z.ZodOptional<Vocabulary[Name]['fields']> };

/** Kinds that say something else instead of the healthy answer. */
const ANSWERS: ReadonlySet<string> = new Set(
  Object.values(VOCABULARY)
    .filter(({ stage }) => stage === 'answer')
    .map(({ kind }) => kind),
);

function doShape(): DoShape {
  const entries = Object.entries(VOCABULARY).map(
    ([name, kind]) => [name, kind.fields.optional().describe(kind.summary)] as const,
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same keys, each with its own fields
  return Object.fromEntries(entries) as unknown as DoShape;
}

/** What a rule does: one fault of each kind at most; they meet in one answer. */
export const doSchema = z
  .strictObject(doShape())
  .superRefine((faults, context) => {
    const [first, ...more] = Object.entries(faults)
      .filter(([name, fields]) => fields !== undefined && ANSWERS.has(name))
      .map(([name]) => name);
    for (const name of more) {
      context.addIssue({
        code: 'custom',
        path: [name],
        message: `${first ?? ''} says something else already: one of them at most`,
      });
    }
    const endless = faults.edit_text === undefined ? null : endlessAnswer(faults);
    if (endless === null) return;
    context.addIssue({
      code: 'custom',
      path: ['edit_text'],
      message: `${endless} never ends, and only the text of a whole body can be changed: leave one of them out`,
    });
  })
  .describe(
    'Faults by kind. Several kinds meet in one answer: say `delay`, `http_status` and `cut`.',
  );

export const ruleSchema = z
  .strictObject({
    id: stateName.optional().describe('Names the rule in reports. Default: `rule-N`.'),
    in: z
      .union([stateName, z.array(stateName).min(1).max(100)])
      .optional()
      .describe('Only in this state, or one of these. Counting begins anew when it is entered.'),
    at: z
      .enum(['head', 'body'])
      .default('body')
      .describe(
        '`head`: before the body of the request is read; with `do` it never is. Then only headers are known: `method` and `name` are those of `Mcp-Method` and `Mcp-Name`.',
      ),
    on: onSchema.default({}).describe('Which requests are meant; all by default.'),
    do: doSchema.optional().describe('The faults. A rule without `do` only leads to its state.'),
    goto: stateName.optional().describe('The state from the next request on.'),
  })
  .refine((rule) => rule.do !== undefined || rule.goto !== undefined, {
    error: 'A rule needs `do`, `goto` or both',
  });

export const scriptFields = {
  start: stateName.default('start').describe('The state in which a session begins.'),
  states: z
    .record(
      stateName,
      z
        .strictObject({
          after: durationSchema({ max: DAY_MS })
            .transform(toMilliseconds)
            .optional()
            .describe('How long the state lasts, in milliseconds or as a text like `10s`.'),
          goto: stateName.optional().describe('The state that follows.'),
        })
        .superRefine(({ after, goto }, context) => {
          if ((after === undefined) === (goto === undefined)) return;
          const [missing, given] =
            after === undefined ? (['after', 'goto'] as const) : (['goto', 'after'] as const);
          context.addIssue(
            `\`${missing}\` is missing beside \`${given}\`; a state that lasts has neither: {}`,
          );
        }),
    )
    .default({})
    .describe(
      'States that end by themselves (`after` and `goto`), and states in which no rule holds and nothing goes wrong: `{}`.',
    ),
  rules: z
    .array(ruleSchema)
    .max(1_000)
    .describe('Rules in order: the first one with `do` that fits a request decides its answer.'),
};

export const scriptSchema = z.strictObject(scriptFields).superRefine(checkScript);

export type Script = z.output<z.ZodObject<typeof scriptFields>>;
export type Rule = z.output<typeof ruleSchema>;

export interface Mistake {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** For `superRefine`: what no field's own schema can see. */
export function checkScript(script: Script, context: z.core.$RefinementCtx): void {
  for (const { path, message } of scriptMistakes(script)) {
    context.addIssue({ code: 'custom', path: [...path], message });
  }
}

/** What no field's own schema can see: states that nothing leads to, names given twice. */
function scriptMistakes(script: Script): readonly Mistake[] {
  const { start, states, rules } = script;
  const mistakes: Mistake[] = templateMistakes(rules, ['rules']).map(({ path, reason }) => ({
    path,
    message: reason,
  }));
  const reached = new Set([
    start,
    ...rules.flatMap((rule) => rule.goto ?? []),
    ...Object.values(states).flatMap((state) => state.goto ?? []),
  ]);
  const hint = `these can be reached: ${[...reached].join(', ')}`;
  const ids = new Set<string>();
  for (const [index, rule] of rules.entries()) {
    for (const state of [rule.in ?? []].flat()) {
      if (reached.has(state)) continue;
      const message = `No rule leads to the state "${state}"; ${hint}`;
      mistakes.push({ path: ['rules', index, 'in'], message });
    }
    if (rule.id === undefined) continue;
    if (ids.has(rule.id)) {
      mistakes.push({ path: ['rules', index, 'id'], message: 'Another rule has this id' });
    }
    ids.add(rule.id);
  }
  for (const state of Object.keys(states)) {
    if (reached.has(state)) continue;
    mistakes.push({ path: ['states', state], message: `No rule leads to this state; ${hint}` });
  }
  return [...mistakes, ...deadEnds(script)];
}

/** Where a state is meant that is nowhere else: most likely misspelt. */
function deadEnds({ start, states, rules }: Script): readonly Mistake[] {
  const known = new Set([
    start,
    ...Object.keys(states),
    ...rules.flatMap((rule) => [rule.in ?? []].flat()),
  ]);
  const ways = [
    ...rules.map(({ goto }, index) => ({ goto, path: ['rules', index, 'goto'] })),
    ...Object.entries(states).map(([name, { goto }]) => ({ goto, path: ['states', name, 'goto'] })),
  ];
  return ways.flatMap(({ goto, path }) => {
    if (goto === undefined || known.has(goto)) return [];
    const near = nearest(goto, [...known]);
    const message =
      near === undefined
        ? `No rule holds in the state "${goto}"; if nothing is to go wrong in it, say so by \`states: { ${goto}: {} }\``
        : `No rule holds in the state "${goto}"; did you mean ${near}?`;
    return [{ path, message }];
  });
}
