/** What an admin does, to the kitchen now and to the model when its turn comes in the order of events. */
import { expect } from 'vitest';
import { KitchenError } from '../../src/errors.js';
import type { KitchenService } from '../../src/service.js';
import type { AdminAction } from './actions.js';
import type { KitchenModel } from './model.js';
import type { ModelSession } from './model-words.js';
import type { SessionIds } from './session-ids.js';

const HOUR = 3_600_000;

export interface Administered {
  readonly service: KitchenService;
  readonly model: KitchenModel;
  readonly ids: SessionIds;
  readonly now: number;
  readonly workspaceOf: (letter: string) => string;
  /** Does something to the model after all that happened so far. */
  readonly later: (entry: () => void) => void;
}

/** The model's part is queued first: whatever the act brings about comes after it. */
export function administer(action: AdminAction, target: Administered): void {
  if (action.do === 'save') save(action, target);
  else if (action.do === 'order') order(action, target);
  else if (action.do === 'end') end(action, target);
  else {
    const workspace = target.workspaceOf(action.workspace);
    target.later(() => endAll(target.model, workspace));
    target.service.endSessions(workspace);
  }
}

function save(
  { workspace: letter, choice, newSessionOn, endSessions }: Extract<AdminAction, { do: 'save' }>,
  { service, model, ids, workspaceOf, later }: Administered,
): void {
  const workspace = workspaceOf(letter);
  let stillOpen: readonly string[] = [];
  later(() => {
    const { revision } = model.save(workspace, { ...choice, newSessionOn });
    if (endSessions) endAll(model, workspace);
    const older = model
      .openSessions(workspace)
      .filter(({ isOrdered, selection }) => !isOrdered && selection.revision !== revision);
    expect(stillOpen, 'sessions on an older revision').toEqual(older.map((s) => ids.of(s)));
  });
  const saved = service.select(workspace, { ...choice, newSessionOn, endSessions });
  stillOpen = saved.openSessions.map(({ id }) => id);
}

function order(
  { workspace: letter, key, choice }: Extract<AdminAction, { do: 'order' }>,
  { service, model, ids, now, workspaceOf, later }: Administered,
): void {
  const workspace = workspaceOf(letter);
  let orderedId: string | null = null;
  later(() => {
    const session = model.order({ workspace, key }, choice, now);
    expect(orderedId === null ? 'taken' : 'free', 'KEY').toBe(session ? 'free' : 'taken');
    if (session !== undefined) ids.meet(session, orderedId);
  });
  try {
    orderedId = service.order(workspace, { key, ...choice }).id;
  } catch (error) {
    if (!(error instanceof KitchenError) || error.code !== 'conflict') throw error;
  }
}

/** Any session that the kitchen has still to know: an open one, and one that a `requestState` may lead to. */
function end(
  { session: which }: Extract<AdminAction, { do: 'end' }>,
  { service, model, ids, now, later }: Administered,
): void {
  const known = model.sessions.filter((s) => s.end === null || now - s.lastSeenAt <= HOUR);
  const session: ModelSession | undefined = known[which % Math.max(known.length, 1)];
  if (session === undefined) return;
  later(() => model.endByHand(session));
  service.endSession(session.workspace, ids.of(session));
}

function endAll(model: KitchenModel, workspace: string): void {
  for (const session of model.openSessions(workspace)) model.endByHand(session);
}
