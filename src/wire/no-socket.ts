/** A wire fault was asked for where there is no socket to harm. */
export class NoSocketError extends Error {
  override readonly name = 'NoSocketError';
  constructor() {
    super(
      'This fault harms a connection, and there is none in process: send the request over a socket.',
    );
  }
}
