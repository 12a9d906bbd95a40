/** Registers the plan's entries with the SDK, each with the dialogue that comes before it. */
import {
  type CallToolResult,
  type ClientCapabilities,
  type GetPromptResult,
  type InputRequiredResult,
  type McpServer,
  type ReadResourceResult,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { cachedSchema } from './cached-schema.js';
import { holdDialogue } from './dialogue.js';
import type { DialogueTarget } from './dialogue-rounds.js';
import type { Answers, DialogueStates } from './dialogue-state.js';
import { describeRefusal } from './dialogue-texts.js';
import { isObject } from './is-object.js';
import type { CallContext, PromptEntry, ResourceEntry, ToolEntry } from './plan.js';
import type { Serving } from './serving.js';

export interface Registration {
  readonly server: McpServer;
  readonly states: DialogueStates;
  /** The call that a handler was entered for. */
  readonly servingOf: (sdk: ServerContext) => Serving;
  /** The revisions that the kitchen speaks, newest first. */
  readonly protocolVersions: readonly string[];
}

/** A result, or what a dialogue asks before there is one. */
type Reply<Result> = Promise<Result | InputRequiredResult>;

/** Without a schema the SDK calls a handler with other parameters; one shape is simpler. */
const NO_ARGUMENTS = z.object({});

export function registerTool(entry: ToolEntry, registration: Registration): void {
  const { name, title, description, annotations, outputSchema } = entry;
  const run = async (input: unknown, sdk: ServerContext): Reply<CallToolResult> => {
    const args = isObject(input) ? input : {};
    const target: DialogueTarget = {
      method: 'tools/call',
      names: [name],
      own: entry.dialogue?.(args, declaredTo(registration)) ?? [],
      onDecline: entry.onDecline ?? 'refuse',
    };
    return await behindDialogue<CallToolResult>(target, sdk, registration, {
      proceed: (context) => entry.handle(args, context),
      addNote: (result, text) => ({
        ...result,
        content: [...result.content, { type: 'text', text }],
      }),
      sayRefused: (key, action) => ({
        isError: true,
        content: [
          { type: 'text', text: describeRefusal(`the tool ${name} did not run`, key, action) },
        ],
      }),
    });
  };
  registration.server.registerTool(
    name,
    {
      title,
      description,
      inputSchema: cachedSchema(entry.inputSchema ?? NO_ARGUMENTS),
      ...(annotations && { annotations }),
      ...(outputSchema && { outputSchema: cachedSchema(outputSchema) }),
    },
    run,
  );
}

export function registerPrompt(entry: PromptEntry, registration: Registration): void {
  const { name, title, description } = entry;
  const run = async (input: unknown, sdk: ServerContext): Reply<GetPromptResult> => {
    const args = isObject(input) ? input : {};
    const target: DialogueTarget = {
      method: 'prompts/get',
      names: [name],
      own: entry.dialogue?.(args, declaredTo(registration)) ?? [],
      onDecline: 'refuse',
    };
    return await behindDialogue<GetPromptResult>(target, sdk, registration, {
      proceed: (context) => entry.get(args, context),
      addNote: (result, text) => ({ ...result, messages: [...result.messages, userText(text)] }),
      sayRefused: (key, action) => ({
        messages: [userText(describeRefusal(`the prompt ${name} was not filled in`, key, action))],
      }),
    });
  };
  registration.server.registerPrompt(
    name,
    { title, description, argsSchema: entry.argsSchema ?? NO_ARGUMENTS },
    run,
  );
}

export function registerResource(entry: ResourceEntry, registration: Registration): void {
  const { name, title, description, mimeType, complete } = entry;
  const config = { title, description, mimeType };
  const run = async (
    uri: URL,
    variables: Readonly<Record<string, string | readonly string[]>>,
    sdk: ServerContext,
  ): Reply<ReadResourceResult> => {
    const target: DialogueTarget = {
      method: 'resources/read',
      names: [uri.href, entry.uri],
      own: [],
      onDecline: 'refuse',
    };
    const textOf = (text: string): ReadResourceResult['contents'][number] => ({
      uri: uri.href,
      mimeType: 'text/plain',
      text,
    });
    return await behindDialogue<ReadResourceResult>(target, sdk, registration, {
      proceed: (context) => entry.read(uri, variables, context),
      addNote: (result, text) => ({ ...result, contents: [...result.contents, textOf(text)] }),
      sayRefused: (key, action) => ({
        contents: [textOf(describeRefusal('the resource was not read', key, action))],
      }),
    });
  };
  if (entry.template) {
    const template = new ResourceTemplate(entry.uri, {
      list: undefined,
      ...(complete && { complete: { ...complete } }),
    });
    registration.server.registerResource(name, template, config, run);
  } else {
    registration.server.registerResource(name, entry.uri, config, (uri, sdk) => run(uri, {}, sdk));
  }
}

/** By the request itself (2026-07-28) or by the session's `initialize`: the SDK keeps both in the same place. */
function declaredTo({ server }: Registration): ClientCapabilities {
  return server.server.getClientCapabilities() ?? {};
}

function userText(text: string): GetPromptResult['messages'][number] {
  return { role: 'user', content: { type: 'text', text } };
}

interface Stages<Result> {
  readonly proceed: (context: CallContext) => Result | Promise<Result>;
  readonly addNote: (result: Result, text: string) => Result;
  readonly sayRefused: (key: string, action: 'decline' | 'cancel') => Result;
}

async function behindDialogue<Result>(
  target: DialogueTarget,
  sdk: ServerContext,
  registration: Registration,
  stages: Stages<Result>,
): Reply<Result> {
  const serving = registration.servingOf(sdk);
  const outcome = await holdDialogue(target, serving, sdk, registration.states);
  if (outcome.kind === 'ask') return outcome.result;
  if (outcome.kind === 'refused') return stages.sayRefused(outcome.key, outcome.action);
  const result = await stages.proceed(contextOf(serving, sdk, outcome.answers, registration));
  return outcome.note === undefined ? result : stages.addNote(result, outcome.note);
}

function contextOf(
  serving: Serving,
  sdk: ServerContext,
  answers: Answers,
  registration: Registration,
): CallContext {
  const { arrival, snapshot } = serving.call;
  const { protocolVersions } = registration;
  const declared = declaredTo(registration);
  return { arrival, snapshot, sdk, answers, declared, protocolVersions, notify: serving.notify };
}
