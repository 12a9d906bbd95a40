/** A fault that cannot be performed on this answer: a mistake of whoever chose it. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
}
