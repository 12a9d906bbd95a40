/** A kitchen with a selection, a page elsewhere, and what either side can tell afterwards. */
import { expect } from 'vitest';
import type { Kitchen, KitchenOptions } from '../../src/kitchen-options.js';
import { testKitchen } from '../support/kitchen.js';
import { headersFor, message } from '../support/mcp.js';
import { type BrowserPage, openPage, type Seen } from './chromium.js';
import { openSite, type Site } from './site.js';

const CALL = message('tools/call', { name: 'echo', arguments: { text: 'from a page' } });

/** A call that needs a preflight from another origin. */
export const MCP_CALL = {
  method: 'POST',
  headers: headersFor(CALL),
  body: JSON.stringify(CALL),
};
/** The same without anything that a form could not send. */
export const SIMPLE_CALL = { method: 'POST', body: JSON.stringify(CALL) };

export const SELECTION = '/api/workspaces/default/selection';
export const CHANGE = {
  method: 'PUT',
  headers: { 'Content-Type': 'application/json' },
  body: '{"scenario":"tool_error","endSessions":true}',
};

export interface Scene {
  readonly kitchen: Kitchen;
  readonly site: Site;
  readonly page: BrowserPage;
}

/** @param host the name under which the page is */
export async function scene(
  host: string,
  options: (site: Site) => KitchenOptions = () => ({}),
): Promise<Scene> {
  const site = await openSite();
  const kitchen = await testKitchen(options(site));
  kitchen.select({ scenario: 'baseline' });
  return { kitchen, site, page: await openPage(site.at(host)) };
}

/** Nothing was steered: the selection, the workspaces and the sessions are as they were. */
export function expectUntouched({ service }: Kitchen): void {
  expect(service.selection('default')).toMatchObject({ scenario: 'baseline', revision: 1 });
  expect(service.workspaces().map(({ name }) => name)).toEqual(['default']);
  expect(service.sessions('default', { limit: 10 }).items).toEqual([]);
}

/** What came to the MCP addresses and was turned away, as `POST forbidden_origin`, oldest first. */
export function refusals(kitchen: Kitchen): readonly string[] {
  return kitchen
    .observations({ after: 0 })
    .map(({ http, refused }) => `${http.method} ${String(refused)}`);
}

/** The browser kept the answer from the page. */
export function expectBlind(seen: Seen): void {
  if (seen.type === 'opaque') {
    expect(seen).toMatchObject({ status: 0, text: '' });
    expect(Object.values(seen.headers ?? {}).every((value) => value === null)).toBe(true);
  } else expect(seen).toEqual({ failed: 'TypeError' });
}
