/** The healthy answer, held back for a while. */

export interface DelayFault {
  readonly kind: 'delay';
  /**
   * Milliseconds from the arrival of the request to the first byte of the answer. The work is done first, then the
   * answer is held; work that takes longer than this is not held at all.
   */
  readonly delayMs: number;
}
