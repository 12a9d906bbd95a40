/** Builds the SDK's server for one call, with no more in it than the call can ask for. */
import { type Implementation, McpServer } from '@modelcontextprotocol/server';
import type { RpcMessage } from '../exchange/message.js';
import type { DialogueStates } from './dialogue-state.js';
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

export function buildSdkServer(
  serverInfo: Implementation,
  serving: Serving,
  states: DialogueStates,
): McpServer {
  const server = new McpServer(serverInfo, {
    capabilities: CAPABILITIES,
    instructions: INSTRUCTIONS,
    requestState: { verify: (state, sdk) => states.verify(state, serving, sdk) },
  });
  const registration: Registration = { server, states, servingOf: () => serving };
  const { tools, prompts, resources } = entriesFor(serving.call.arrival.rpc, serving.plan);
  for (const tool of tools) registerTool(tool, registration);
  for (const prompt of prompts) registerPrompt(prompt, registration);
  for (const resource of resources) registerResource(resource, registration);
  return server;
}

const INSTRUCTIONS =
  'A practice server for MCP clients. Its tools are harmless; some answers may be faulty on purpose.';

interface Entries {
  readonly tools: Iterable<ToolEntry>;
  readonly prompts: Iterable<PromptEntry>;
  readonly resources: Iterable<ResourceEntry>;
}

/** A server is built for each request, and registering is most of the cost. */
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
