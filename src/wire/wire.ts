/** The port for what a `Response` cannot say: the socket behind an exchange. One adapter knows Node. */
import type { HeaderLines } from '../exchange/message.js';

export interface Wire {
  /** The peer's IP address. */
  readonly remote: string;
  /** Identity of the TCP connection; null without one. */
  readonly connection: object | null;
  /** Path and query as they stood on the wire: nothing decoded, no dots resolved. */
  readonly path: string;
  /** Header lines of the request as they stood on the wire. */
  readonly headers: HeaderLines;
  /**
   * Calls back once: `sent` when the whole answer was handed to the system, `gone` when the connection closed before
   * that. Without a socket neither is ever called.
   */
  onEnd(listener: (how: 'sent' | 'gone') => void): void;
  /** Closes the connection at once without finishing the answer. False where there is no socket. */
  cut(): boolean;
}
