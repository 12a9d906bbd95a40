/** The live stream as an HTTP answer. */
import type { Clock } from '../clock.js';
import type { KitchenService } from '../service.js';
import { liveEvents } from './live-events.js';

export interface LiveEventsSetting {
  readonly service: Pick<KitchenService, 'live' | 'selection'>;
  readonly clock: Clock;
  /** Ends the live streams. */
  readonly closing: AbortSignal;
}

export function liveEventsResponse(
  { service, clock, closing }: LiveEventsSetting,
  workspace: string,
  lastEventId: string | undefined,
  request: Request,
): Response {
  // Throws where there is no such workspace, which the stream itself could not say any more.
  service.selection(workspace);
  const headers = { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' };
  // Nobody would read, nor end, the body of an answer to HEAD.
  if (request.method === 'HEAD') return new Response(null, { headers });
  const signals = [closing, request.signal];
  const { live } = service;
  return new Response(liveEvents({ live, workspace, lastEventId, clock, signals }), { headers });
}
