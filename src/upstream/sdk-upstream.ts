/** The healthy server: the official SDK in both eras behind the `Upstream` interface. */
import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.js';
import { type Protocol, servingEra, versionsOf } from '../server-info.js';
import { createCatalogue } from './catalogue/catalogue.js';
import { createDialogueStates } from './dialogue-state.js';
import { LegacyUpstream } from './legacy-upstream.js';
import { ModernUpstream } from './modern-upstream.js';
import type { Change } from './serving.js';
import type { Upstream } from './upstream.js';

export interface SdkUpstreamOptions {
  readonly serverInfo: { readonly name: string; readonly version: string };
  readonly clock: Clock;
  /** The eras that are spoken (`both` by default). */
  readonly protocol?: Protocol;
  /** Signs each `requestState`: at least 32 bytes, random by default. */
  readonly stateKey?: Uint8Array;
  /** Open `subscriptions/listen` streams per workspace (100,000 by default). */
  readonly maxSubscriptions?: number;
  /** Milliseconds between the comments that keep a stream open; 0 for none (15,000 by default). */
  readonly keepAliveMs?: number;
}

const DEFAULT_MAX_SUBSCRIPTIONS = 100_000;
const DEFAULT_KEEP_ALIVE_MS = 15_000;

export function createSdkUpstream(options: SdkUpstreamOptions): Upstream {
  const { serverInfo, clock, protocol = 'both', keepAliveMs = DEFAULT_KEEP_ALIVE_MS } = options;
  const { stateKey = randomBytes(32), maxSubscriptions = DEFAULT_MAX_SUBSCRIPTIONS } = options;
  const states = createDialogueStates(stateKey, clock);
  const parts = { serverInfo, states, protocolVersions: versionsOf(protocol) };
  const catalogue = createCatalogue(clock);
  const defaultPlan = catalogue();
  const modern = new ModernUpstream({ parts, maxSubscriptions, keepAliveMs });
  const legacy = new LegacyUpstream({ parts, keepAliveMs });

  const notify = (workspace: string, change: Change, session?: string): void => {
    modern.notify(workspace, change, session);
    legacy.notify(workspace, change, session);
  };

  return {
    serve(call) {
      const era = servingEra(protocol, call.arrival.era) === 'modern' ? modern : legacy;
      return era.serve(call, call.plan ?? defaultPlan, (change) => {
        notify(call.snapshot.workspace, change);
      });
    },
    plan: catalogue,
    notify,
    endGetStream(id) {
      legacy.endGetStream(id);
    },
    closeProtocolSession(id) {
      void legacy.closeSession(id);
    },
    async closeWorkspace(workspace) {
      await Promise.all([modern.closeWorkspace(workspace), legacy.closeWorkspace(workspace)]);
    },
    async close() {
      await Promise.all([modern.close(), legacy.close()]);
    },
  };
}
