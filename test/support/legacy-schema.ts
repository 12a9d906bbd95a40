/** Checks messages of the server against the schema of protocol revision 2025-11-25. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Json } from './mcp.js';

const SCHEMA = new URL('../data/spec/2025-11-25/schema.json', import.meta.url);

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
const schema: object = JSON.parse(readFileSync(SCHEMA, 'utf8'));
ajv.addSchema(schema, 'legacy');

const RESULTS: Readonly<Record<string, string>> = {
  initialize: 'InitializeResult',
  ping: 'EmptyResult',
  'logging/setLevel': 'EmptyResult',
  'resources/subscribe': 'EmptyResult',
  'resources/unsubscribe': 'EmptyResult',
  'tools/list': 'ListToolsResult',
  'tools/call': 'CallToolResult',
  'prompts/list': 'ListPromptsResult',
  'prompts/get': 'GetPromptResult',
  'resources/list': 'ListResourcesResult',
  'resources/templates/list': 'ListResourceTemplatesResult',
  'resources/read': 'ReadResourceResult',
  'completion/complete': 'CompleteResult',
};

/** Notifications and requests of the server. */
const SAID: Readonly<Record<string, string>> = {
  'notifications/progress': 'ProgressNotification',
  'notifications/message': 'LoggingMessageNotification',
  'notifications/tools/list_changed': 'ToolListChangedNotification',
  'notifications/prompts/list_changed': 'PromptListChangedNotification',
  'notifications/resources/list_changed': 'ResourceListChangedNotification',
  'notifications/resources/updated': 'ResourceUpdatedNotification',
  'elicitation/create': 'ElicitRequest',
  'sampling/createMessage': 'CreateMessageRequest',
  'roots/list': 'ListRootsRequest',
};

/** What is wrong with a message of the server that belongs to a request of `method`, one line each. */
export function legacyMessageErrors(method: string, message: Json): string[] {
  if (message.method !== undefined) return errorsIn(SAID[message.method], message);
  if (message.error !== undefined) return errorsIn('JSONRPCErrorResponse', message);
  return [
    ...errorsIn('JSONRPCResultResponse', message),
    ...errorsIn(RESULTS[method], message.result),
  ];
}

function errorsIn(definition: string | undefined, value: unknown): string[] {
  if (definition === undefined) return ['Nothing in the schema is meant by this message.'];
  const validate = ajv.getSchema(`legacy#/$defs/${definition}`);
  if (validate === undefined) throw new Error(`The schema has no ${definition}.`);
  if (validate(value) === true) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${definition}${instancePath} ${message ?? 'is wrong'}`,
  );
}
