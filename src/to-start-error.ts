/** Says why a kitchen could not start, and what to do. */
import { KitchenError } from './errors.js';
import { StartError } from './kitchen-options.js';

export function toStartError(error: unknown, port: number, host: string): unknown {
  if (error instanceof KitchenError) return new StartError(error.message, { cause: error });
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const where = `${host}:${String(port)}`;
  if (code === 'EADDRINUSE') {
    return new StartError(`${where} is taken: stop what listens there, or choose another --port.`, {
      cause: error,
    });
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartError(`Cannot listen on ${where} (${code}): choose another --host or --port.`, {
      cause: error,
    });
  }
  return error;
}
