/** Builds the SDK's servers: for one call of the modern era, for one session of the 2025 era. */
import {
  type Implementation,
  McpServer,
  type McpServerOptions,
} from '@modelcontextprotocol/server';
import type { RpcMessage } from '../exchange/message.js';
import { LEGACY_VERSIONS } from '../server-info.js';
import { type DialogueStates, STATE_LIFETIME_MS } from './dialogue-state.js';
import type { PromptEntry, ResourceEntry, ServerPlan, ToolEntry } from './plan.js';
import { registerPrompt, type Registration, registerResource, registerTool } from './register.js';
import type { Serving } from './serving.js';

/** Declared whatever is registered, so that an unknown name is told from an unknown method. */
const CAPABILITIES = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  logging: {},
};

export interface SdkServerParts {
  readonly serverInfo: Implementation;
  readonly states: DialogueStates;
  /** The revisions that the kitchen speaks, newest first. */
  readonly protocolVersions: readonly string[];
}

/** For one call of the modern era, with no more in it than the call can ask for. */
export function buildCallServer(serving: Serving, parts: SdkServerParts): McpServer {
  const entries = entriesFor(serving.call.arrival.rpc, serving.plan);
  return build(() => serving, entries, parts);
}

/** For a session of the 2025 era, with all that its plan offers. */
export function buildSessionServer(
  plan: ServerPlan,
  servingOf: Registration['servingOf'],
  parts: SdkServerParts,
): McpServer {
  const entries: Entries = {
    tools: plan.tools.values(),
    prompts: plan.prompts.values(),
    resources: plan.resources.values(),
  };
  const planned = plan.dialogues.reduce((sum, { rounds }) => sum + rounds.length, 0);
  return build(servingOf, entries, parts, {
    supportedProtocolVersions: [...LEGACY_VERSIONS],
    inputRequired: {
      maxRounds: planned + MAX_OWN_ROUNDS,
      roundTimeoutMs: STATE_LIFETIME_MS,
    },
  });
}

function build(
  servingOf: Registration['servingOf'],
  { tools, prompts, resources }: Entries,
  { serverInfo, states, protocolVersions }: SdkServerParts,
  options: McpServerOptions = {},
): McpServer {
  const server = new McpServer(serverInfo, {
    capabilities: CAPABILITIES,
    instructions: INSTRUCTIONS,
    requestState: { verify: (state, sdk) => states.verify(state, servingOf(sdk), sdk) },
    ...options,
  });
  const registration: Registration = { server, states, servingOf, protocolVersions };
  for (const tool of tools) registerTool(tool, registration);
  for (const prompt of prompts) registerPrompt(prompt, registration);
  for (const resource of resources) registerResource(resource, registration);
  return server;
}

/** Rounds that an entry may ask by itself; the SDK counts those that a scenario plans too. */
const MAX_OWN_ROUNDS = 100;

const INSTRUCTIONS =
  'A practice server for MCP clients. Its tools are harmless; some answers may be faulty on purpose.';

interface Entries {
  readonly tools: Iterable<ToolEntry>;
  readonly prompts: Iterable<PromptEntry>;
  readonly resources: Iterable<ResourceEntry>;
}

/** Registering is most of the cost of a server. */
function entriesFor({ method, name }: RpcMessage, plan: ServerPlan): Entries {
  const none: Entries = { tools: [], prompts: [], resources: [] };
  switch (method) {
    case 'tools/list':
      return { ...none, tools: plan.tools.values() };
    case 'tools/call':
      return { ...none, tools: named(plan.tools, name) };
    case 'prompts/list':
      return { ...none, prompts: plan.prompts.values() };
    case 'prompts/get':
      return { ...none, prompts: named(plan.prompts, name) };
    case 'resources/list':
    case 'resources/templates/list':
      return { ...none, resources: plan.resources.values() };
    case 'resources/read':
      // A URI can be written in several ways and can mean a template: the SDK decides.
      return { ...none, resources: plan.resources.values() };
    case 'server/discover':
    case 'completion/complete':
      // The SDK declares completions where something registered has any.
      return { ...none, prompts: plan.prompts.values(), resources: plan.resources.values() };
    default:
      return none;
  }
}

function named<Entry>(entries: ReadonlyMap<string, Entry>, name: string | null): Entry[] {
  const entry = name === null ? undefined : entries.get(name);
  return entry === undefined ? [] : [entry];
}
