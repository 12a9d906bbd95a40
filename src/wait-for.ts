/** Waits for an observation that fits. */
import type { Observation } from './observations/observation.js';
import type { KitchenService } from './service.js';

export function waitFor(
  service: KitchenService,
  workspace: string,
  predicate: (observation: Observation) => boolean,
  timeoutMs: number,
): Promise<Observation> {
  return new Promise((resolve, reject) => {
    const look = (number: number): void => {
      const observation = service.observation(workspace, number);
      if (!predicate(observation)) return;
      clearTimeout(timer);
      stop();
      resolve(observation);
    };
    const timer = setTimeout(() => {
      stop();
      reject(new Error(`No observation of ${workspace} fitted within ${String(timeoutMs)} ms.`));
    }, timeoutMs);
    const stop = service.live.subscribe(workspace, (event) => {
      if (event.type === 'finished') look(event.observation.number);
    });
    const past = service
      .observations(workspace, { limit: 500 })
      .find((observation) => observation.state === 'finished' && predicate(observation));
    if (past !== undefined) look(past.number);
  });
}
