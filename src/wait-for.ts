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
    const settle = (done: () => void): void => {
      clearTimeout(timer);
      stop();
      done();
    };
    const look = (observation: Observation): void => {
      try {
        if (!predicate(observation)) return;
      } catch (error) {
        settle(() => {
          reject(error instanceof Error ? error : new Error(String(error)));
        });
        return;
      }
      settle(() => {
        resolve(observation);
      });
    };
    const timer = setTimeout(() => {
      settle(() => {
        reject(new Error(`No observation of ${workspace} fitted within ${String(timeoutMs)} ms.`));
      });
    }, timeoutMs);
    const stop = service.live.subscribe(workspace, (event) => {
      if (event.type === 'finished') {
        look(service.observation(workspace, event.observation.number));
      }
    });
    for (const observation of service.observations(workspace, { limit: 500 })) {
      if (observation.state === 'finished') look(observation);
    }
  });
}
