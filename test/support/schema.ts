/** Checks messages of the server against the schema of protocol revision 2026-07-28. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Json } from './mcp.js';

const SCHEMA = new URL('../data/spec/2026-07-28/schema.json', import.meta.url);

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
const schema: object = JSON.parse(readFileSync(SCHEMA, 'utf8'));
ajv.addSchema(schema, 'mcp');

const RESPONSES: Readonly<Record<string, string>> = {
  'server/discover': 'DiscoverResultResponse',
  'tools/list': 'ListToolsResultResponse',
  'tools/call': 'CallToolResultResponse',
  'prompts/list': 'ListPromptsResultResponse',
  'prompts/get': 'GetPromptResultResponse',
  'resources/list': 'ListResourcesResultResponse',
  'resources/templates/list': 'ListResourceTemplatesResultResponse',
  'resources/read': 'ReadResourceResultResponse',
  'completion/complete': 'CompleteResultResponse',
  'subscriptions/listen': 'SubscriptionsListenResultResponse',
};

const NOTIFICATIONS: Readonly<Record<string, string>> = {
  'notifications/progress': 'ProgressNotification',
  'notifications/message': 'LoggingMessageNotification',
  'notifications/subscriptions/acknowledged': 'SubscriptionsAcknowledgedNotification',
  'notifications/tools/list_changed': 'ToolListChangedNotification',
  'notifications/prompts/list_changed': 'PromptListChangedNotification',
  'notifications/resources/list_changed': 'ResourceListChangedNotification',
  'notifications/resources/updated': 'ResourceUpdatedNotification',
};

const ERRORS: Readonly<Record<number, string>> = {
  [-32020]: 'HeaderMismatchError',
  [-32021]: 'MissingRequiredClientCapabilityError',
  [-32022]: 'UnsupportedProtocolVersionError',
};

/** What is wrong with a value that should be of a definition of the schema, one line each. */
export function schemaErrors(definition: string, value: unknown): string[] {
  const validate = ajv.getSchema(`mcp#/$defs/${definition}`);
  if (validate === undefined) throw new Error(`The schema has no ${definition}.`);
  if (validate(value) === true) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${definition}${instancePath} ${message ?? 'is wrong'}`,
  );
}

/** What is wrong with a message of the server that belongs to a request of `method`, one line each. */
export function messageErrors(method: string, message: Json): string[] {
  const { method: notification, error } = message;
  const definition =
    notification !== undefined
      ? NOTIFICATIONS[notification]
      : error !== undefined
        ? (ERRORS[error.code] ?? 'JSONRPCErrorResponse')
        : RESPONSES[method];
  if (definition === undefined)
    return [`Nothing in the schema is meant by ${notification ?? method}.`];
  return schemaErrors(definition, message);
}
