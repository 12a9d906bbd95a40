/** Thrown by a scenario where params that its schema takes do not fit the server's catalogue. */

export class ParamsError extends Error {
  override readonly name = 'ParamsError';
  /**
   * @param path Where in the params, say `['name']` or `['rounds', 0]`.
   * @param message What is wrong there and what to do.
   */
  constructor(
    readonly path: readonly (string | number)[],
    message: string,
  ) {
    super(message);
  }
}

/** By structure, not by class: a scenario may come with its own copy of this package. */
export function isParamsError(error: unknown): error is ParamsError {
  return (
    error instanceof Error &&
    error.name === 'ParamsError' &&
    'path' in error &&
    Array.isArray(error.path)
  );
}
