/** Lets a scenario in a folder of the user's own import this package, though no `node_modules` leads there. */
import { register } from 'node:module';

/**
 * Runs in Node's loader thread, hence as text: a file of its own could not be loaded there when the kitchen itself
 * runs from source. A copy of the package that the folder can reach by itself comes first.
 */
const HOOK = `
let entry;
export function initialize(data) { entry = data.entry; }
export async function resolve(specifier, context, next) {
  try {
    return await next(specifier, context);
  } catch (error) {
    if (specifier !== 'mcp-fault-kitchen') throw error;
    return { url: entry, format: 'module', shortCircuit: true };
  }
}
`;

let registered = false;

/** From now on `mcp-fault-kitchen` resolves to the running kitchen wherever it would resolve to nothing. */
export function resolvePackageEverywhere(): void {
  if (registered) return;
  registered = true;
  const { href: entry } = new URL('../index.js', import.meta.url);
  register(`data:text/javascript,${encodeURIComponent(HOOK)}`, { data: { entry } });
}
