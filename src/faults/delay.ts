/** The healthy answer, held back for a while. */

export interface DelayFault {
  readonly kind: 'delay';
  /** How long the finished answer is held before its first byte goes out, in milliseconds. */
  readonly delayMs: number;
}
