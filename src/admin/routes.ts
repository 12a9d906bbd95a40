/** The admin API in one table: what can be asked, how it is checked, and which operation of the kitchen it is. */
import { z } from '@hono/zod-openapi';
import type { KitchenService } from '../service.js';
import * as answers from './answer-schemas.js';
import { endpoint, type Endpoint } from './endpoint.js';
import { entityTag, requiredRevision } from './entity-tag.js';
import { listObservations } from './list-observations.js';
import { liveEventsResponse, type LiveEventsSetting } from './live-events-response.js';
import { observation, observationPage } from './observation-schemas.js';
import * as requests from './request-schemas.js';
import { findScenario, viewScenario } from './scenario-view.js';

export interface AdminRoutesOptions extends LiveEventsSetting {
  readonly service: KitchenService;
  /** Makes the OpenAPI document. */
  readonly document: () => Record<string, unknown>;
}

const WORKSPACE = '/workspaces/{workspace}';
const SAVING = [
  'invalid_params',
  'unknown_scenario',
  'too_many_workspaces',
  'store_unavailable',
] as const;
const ETAG = { ETag: 'The revision in double quotes; `If-Match` takes it.' };

export function adminRoutes(options: AdminRoutesOptions): readonly Endpoint[] {
  const { service } = options;
  return [
    endpoint('get', '/health', {
      summary: 'Tell how the kitchen is; needs no token',
      open: true,
      answer: answers.health,
      handle: () => service.health(),
    }),
    endpoint('get', '/openapi.json', {
      summary: 'Describe this API',
      answer: z.record(z.string(), z.unknown()),
      handle: () => options.document(),
    }),

    endpoint('get', '/scenarios', {
      summary: 'List the scenarios',
      answer: answers.scenarios,
      handle: () => ({ scenarios: service.scenarios().map(viewScenario) }),
    }),
    endpoint('get', '/scenarios/{id}', {
      summary: 'Read one scenario',
      path: requests.scenarioPath,
      answer: answers.scenario,
      errors: ['not_found'],
      handle: ({ path }) => viewScenario(findScenario(service.scenarios(), path.id)),
    }),

    endpoint('get', '/workspaces', {
      summary: 'List the workspaces',
      answer: answers.workspaces,
      handle: () => ({ workspaces: service.workspaces() }),
    }),
    endpoint('post', '/reset', {
      summary: 'Heal everything: `baseline` in every workspace, and all open sessions ended',
      body: requests.noMembers,
      answer: answers.resetResult,
      errors: ['store_unavailable'],
      handle: () => service.reset(),
    }),
    endpoint('post', '/workspaces', {
      summary: 'Create a workspace',
      body: requests.newWorkspaceBody,
      created: true,
      answer: answers.workspace,
      errors: ['conflict', 'too_many_workspaces', 'store_unavailable'],
      handle: ({ body }) => service.createWorkspace(body.name),
    }),
    endpoint('delete', WORKSPACE, {
      summary: 'Delete a workspace with all that is in it; `default` is emptied instead',
      path: requests.workspacePath,
      errors: ['unknown_workspace', 'store_unavailable'],
      handle: ({ path }) => service.deleteWorkspace(path.workspace),
    }),

    endpoint('get', `${WORKSPACE}/selection`, {
      summary: 'Read what sessions get that begin from now on',
      path: requests.workspacePath,
      answer: answers.selection,
      answerHeaders: ETAG,
      errors: ['unknown_workspace'],
      handle: ({ path, context }) => {
        const selection = service.selection(path.workspace);
        context.header('ETag', entityTag(selection.revision));
        return selection;
      },
    }),
    endpoint('put', `${WORKSPACE}/selection`, {
      summary: 'Save what sessions get that begin from now on; creates the workspace if need be',
      path: requests.workspacePath,
      headers: requests.revisionHeaders,
      body: requests.selectionBody,
      answer: answers.savedSelection,
      answerHeaders: ETAG,
      errors: [...SAVING, 'revision_changed'],
      handle: ({ path, headers, body, context }) => {
        const revision = requiredRevision(service, path.workspace, headers['if-match']);
        const saved = service.select(path.workspace, body, revision);
        context.header('ETag', entityTag(saved.revision));
        return saved;
      },
    }),
    endpoint('delete', `${WORKSPACE}/selection`, {
      summary: 'Go back to `baseline`',
      path: requests.workspacePath,
      headers: requests.revisionHeaders,
      answer: answers.savedSelection,
      answerHeaders: ETAG,
      errors: ['unknown_workspace', 'revision_changed', 'store_unavailable'],
      handle: ({ path, headers, context }) => {
        const revision = requiredRevision(service, path.workspace, headers['if-match']);
        const saved = service.resetSelection(path.workspace, revision);
        context.header('ETag', entityTag(saved.revision));
        return saved;
      },
    }),

    endpoint('get', `${WORKSPACE}/sessions`, {
      summary: 'List the sessions, newest first',
      path: requests.workspacePath,
      query: requests.sessionsQuery,
      answer: answers.sessionPage,
      errors: ['unknown_workspace'],
      handle: ({ path, query }) => {
        const { items, next } = service.sessions(path.workspace, query);
        return { sessions: items, next };
      },
    }),
    endpoint('post', `${WORKSPACE}/sessions`, {
      summary:
        'Order a session with a fault and an address of its own; creates the workspace if need be',
      path: requests.workspacePath,
      body: requests.orderBody,
      created: true,
      answer: answers.orderedSession,
      answerHeaders: { Location: 'Path of the session in this API.' },
      errors: [...SAVING, 'conflict'],
      handle: async ({ path, body: { ownPort, ...order }, context }) => {
        const ordered =
          ownPort === undefined
            ? service.order(path.workspace, order)
            : await service.orderOnOwnPort(path.workspace, order, ownPort);
        const id = encodeURIComponent(ordered.id);
        context.header('Location', `/api/workspaces/${path.workspace}/sessions/${id}`);
        return ordered;
      },
    }),
    endpoint('post', `${WORKSPACE}/sessions/end`, {
      summary: 'End all open sessions by hand',
      path: requests.workspacePath,
      body: requests.noMembers,
      answer: answers.endedSessions,
      errors: ['unknown_workspace'],
      handle: ({ path }) => ({ sessions: service.endSessions(path.workspace) }),
    }),
    endpoint('get', `${WORKSPACE}/sessions/{session}`, {
      summary: 'Read one session',
      path: requests.sessionPath,
      answer: answers.session,
      errors: ['unknown_workspace', 'not_found'],
      handle: ({ path }) => service.session(path.workspace, path.session),
    }),
    endpoint('post', `${WORKSPACE}/sessions/{session}/end`, {
      summary: 'End one session by hand; one that has ended stays as it is',
      path: requests.sessionPath,
      body: requests.noMembers,
      answer: answers.session,
      errors: ['unknown_workspace', 'not_found'],
      handle: ({ path }) => service.endSession(path.workspace, path.session),
    }),

    endpoint('get', `${WORKSPACE}/observations`, {
      summary: 'List the observations: newest first, or ascending with `after`',
      path: requests.workspacePath,
      query: requests.observationsQuery,
      answer: observationPage,
      errors: ['unknown_workspace'],
      handle: ({ path, query }) => listObservations(service, path.workspace, query),
    }),
    endpoint('delete', `${WORKSPACE}/observations`, {
      summary: 'Delete all observations',
      path: requests.workspacePath,
      errors: ['unknown_workspace', 'store_unavailable'],
      handle: ({ path }) => {
        service.clearObservations(path.workspace);
      },
    }),
    endpoint('get', `${WORKSPACE}/observations/stream`, {
      summary: 'Watch exchanges start and finish, as Server-Sent Events',
      path: requests.workspacePath,
      headers: requests.resumeHeaders,
      stream: 'text/event-stream',
      errors: ['unknown_workspace'],
      handle: ({ path, headers, context }) =>
        liveEventsResponse(options, path.workspace, headers['last-event-id'], context.req.raw),
    }),
    endpoint('get', `${WORKSPACE}/observations/{number}`, {
      summary: 'Read one observation, with headers and bodies',
      path: requests.observationPath,
      answer: observation,
      errors: ['unknown_workspace', 'not_found'],
      handle: ({ path }) => service.observation(path.workspace, path.number),
    }),
  ];
}
