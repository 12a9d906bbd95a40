/** Why a file of code cannot be loaded, as its author needs to know. */
import { existsSync } from 'node:fs';
import { basename, dirname, extname, join, parse } from 'node:path';

/** What `require` says, which is not told of the kitchen that runs. */
const NO_KITCHEN = /^Cannot find module 'mcp-fault-kitchen(?:\/[^']*)?'(?=\nRequire stack:)/;
/** What Node says of a module that it takes for CommonJS. */
const NO_MODULE = /^(?:Cannot use import statement outside a module|Unexpected token 'export')/;

export function explainLoadFailure(error: unknown, file: string): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ERR_UNKNOWN_FILE_EXTENSION') {
    return 'this version of Node loads no TypeScript; compile it to a .mjs file';
  }
  const [missing] = NO_KITCHEN.exec(error.message) ?? [];
  if (missing !== undefined) {
    return `${missing}; use import in place of require, and ${wayOut(file)}`;
  }
  const said = error.name === 'Error' ? error.message : `${error.name}: ${error.message}`;
  return NO_MODULE.test(error.message) ? `${said}; ${wayOut(file)}` : said;
}

function wayOut(file: string): string {
  const extension = extname(file);
  const name = `name it ${basename(file, extension)}.m${extension.slice(1)}`;
  const settings = nearestPackageJson(file);
  return settings === null ? name : `${name}, or put "type": "module" into ${settings}`;
}

/** The file that tells Node what a `.js` file is; null where there is none. */
function nearestPackageJson(file: string): string | null {
  const { root } = parse(file);
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const settings = join(folder, 'package.json');
    if (existsSync(settings)) return settings;
    if (folder === root) return null;
  }
}
