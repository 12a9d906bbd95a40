/** The kitchen, as a server under load. Its options come as JSON. */
import { createKitchen } from '../../src/kitchen.js';
import type { KitchenOptions } from '../../src/kitchen-options.js';
import { announce } from './announce.js';

const options = JSON.parse(process.argv[2] ?? '{}') as KitchenOptions;
const kitchen = await createKitchen({ port: 0, ...options });
announce(kitchen.url, () => kitchen.close());
