import type { ServerEvent } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { SessionBus } from '../../src/upstream/session-bus.js';

const CHANGED: ServerEvent = { kind: 'tools_list_changed' };

describe('a change', () => {
  it('reaches every stream, or those of one session alone, until they are gone', async () => {
    const bus = new SessionBus();
    const heard: string[] = [];
    const listen = async (session: string): Promise<() => void> =>
      bus.openFor(session, async () => {
        await Promise.resolve();
        return bus.subscribe(() => heard.push(session));
      });
    const leave = await listen('one');
    await listen('two');
    bus.publish(CHANGED);
    bus.publishTo('two', CHANGED);
    expect(heard).toEqual(['one', 'two', 'two']);
    leave();
    bus.publish(CHANGED);
    expect(heard).toEqual(['one', 'two', 'two', 'two']);
  });

  it('reaches the others where one stream breaks', () => {
    const bus = new SessionBus();
    const heard: string[] = [];
    bus.subscribe(() => {
      throw new Error('closed');
    });
    bus.subscribe(() => heard.push('still here'));
    bus.publish(CHANGED);
    expect(heard).toEqual(['still here']);
  });
});
