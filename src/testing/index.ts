/** For test runners: a kitchen that starts on a free port and closes by itself, and observations to wait for. */
export { startKitchen } from './start-kitchen.js';
export type { ExpectOptions, Wanted } from './expect-observation.js';
export type { Pattern } from './find-difference.js';
export type { TestKitchen, TestKitchenOptions, TestSession } from './test-kitchen.js';
