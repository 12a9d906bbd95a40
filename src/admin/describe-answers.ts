/** The `responses` of a route in the OpenAPI document: its own answer, and the problems that it may meet. */
import type { RouteConfig, z } from '@hono/zod-openapi';
import { ERROR_CATALOGUE, type ErrorCode } from '../errors.js';
import { problem } from './answer-schemas.js';

export interface AnswerDescription {
  readonly answer?: z.ZodType;
  readonly answerHeaders?: Readonly<Record<string, string>>;
  readonly stream?: string;
  readonly created?: true;
}

type Responses = RouteConfig['responses'];

export function describeAnswer(spec: AnswerDescription): Responses {
  const { answer, answerHeaders = {}, stream } = spec;
  const headers = Object.fromEntries(
    Object.entries(answerHeaders).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' as const } },
    ]),
  );
  if (stream !== undefined) {
    const description = 'Events, each as `LiveEvent` says; their `data` is JSON.';
    return {
      200: {
        description: 'A live stream',
        content: { [stream]: { schema: { type: 'string', description } } },
      },
    };
  }
  if (answer === undefined) return { 204: { description: 'Done' } };
  return {
    [spec.created === true ? 201 : 200]: {
      description: spec.created === true ? 'Created' : 'The answer',
      headers,
      content: { 'application/json': { schema: answer } },
    },
  };
}

export function describeProblems(codes: readonly ErrorCode[]): Responses {
  const titles = new Map<number, string[]>();
  for (const code of new Set(codes)) {
    const { status, title } = ERROR_CATALOGUE[code];
    titles.set(status, [...(titles.get(status) ?? []), `${title} (\`${code}\`)`]);
  }
  return Object.fromEntries(
    [...titles].map(([status, lines]) => [
      status,
      {
        description: lines.join('; '),
        content: { 'application/problem+json': { schema: problem } },
      },
    ]),
  );
}
