/** All that the healthy server offers, in the order in which lists show it. */
import type { Clock } from '../../clock.js';
import type { ServerPlan, ToolEntry } from '../plan.js';
import { add } from './add.js';
import { ask } from './ask.js';
import { connection } from './connection.js';
import { echo } from './echo.js';
import { log } from './log.js';
import { picture } from './picture.js';
import { PROMPTS } from './prompts.js';
import { RESOURCES } from './resources.js';
import { runScenario } from './run-scenario.js';
import { shipOrder } from './ship-order.js';
import { createSlow } from './slow.js';

/** Returns what makes a fresh copy of the catalogue. */
export function createCatalogue(clock: Clock): () => ServerPlan {
  const tools: readonly ToolEntry[] = [
    runScenario,
    echo,
    add,
    createSlow(clock),
    ask,
    shipOrder,
    picture,
    log,
    connection,
  ];
  return () => ({
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    resources: new Map(RESOURCES.map((resource) => [resource.uri, resource])),
    prompts: new Map(PROMPTS.map((prompt) => [prompt.name, prompt])),
    dialogues: [],
  });
}
