/** Lets an entry of the catalogue be written with the types of its own schemas. */
import type { CallToolResult, GetPromptResult, TextContent } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { CallContext, OwnDialogue, PromptEntry, ToolEntry } from '../plan.js';

type Maybe<T> = T | Promise<T>;
type Dialogue<Args extends z.ZodObject> = (
  args: z.output<Args>,
  declared: Parameters<OwnDialogue>[1],
) => ReturnType<OwnDialogue>;

interface ToolDefinition<Input extends z.ZodObject> extends Omit<
  ToolEntry,
  'handle' | 'inputSchema' | 'dialogue'
> {
  readonly inputSchema: Input;
  readonly dialogue?: Dialogue<Input>;
  readonly handle: (args: z.output<Input>, context: CallContext) => Maybe<CallToolResult>;
}

export function defineTool<Input extends z.ZodObject>(
  definition: ToolDefinition<Input>,
): ToolEntry {
  const { handle, dialogue, ...rest } = definition;
  const { inputSchema } = rest;
  return {
    ...rest,
    ...(dialogue && {
      dialogue: (args, declared) => dialogue(inputSchema.parse(args), declared),
    }),
    handle: (args, context) => handle(inputSchema.parse(args), context),
  };
}

interface PromptDefinition<Args extends z.ZodObject> extends Omit<
  PromptEntry,
  'get' | 'argsSchema'
> {
  readonly argsSchema: Args;
  readonly get: (args: z.output<Args>, context: CallContext) => Maybe<GetPromptResult>;
}

export function definePrompt<Args extends z.ZodObject>(
  definition: PromptDefinition<Args>,
): PromptEntry {
  const { get, ...rest } = definition;
  return { ...rest, get: (args, context) => get(rest.argsSchema.parse(args), context) };
}

export function textBlock(text: string): TextContent {
  return { type: 'text', text };
}

/** Structured content, and the same as text for clients that only read text (server/tools#structured-content). */
export function structured(value: Record<string, unknown>): CallToolResult {
  return { content: [textBlock(JSON.stringify(value))], structuredContent: value };
}
