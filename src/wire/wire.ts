/** The port for what a `Response` cannot say: the socket behind an exchange. One adapter knows Node. */
import type { HeaderLines } from '../exchange/message.js';
import type { BodyRead } from '../exchange/read-body.js';
import type { Ending } from './carriage.js';

export interface Wire {
  /** HTTP method. */
  readonly verb: string;
  /** Whether it came over TLS. */
  readonly isSecure: boolean;
  /** The peer's IP address. */
  readonly remote: string;
  /** Identity of the TCP connection; null without one. */
  readonly connection: object | null;
  /** Path and query as they stood on the wire: nothing decoded, no dots resolved. */
  readonly path: string;
  /** Host and port of a target that is a whole URL (RFC 9112, section 3.2.2); null where it is a path. */
  readonly authority: string | null;
  /** Header lines of the request as they stood on the wire. */
  readonly headers: HeaderLines;
  /** A client that waits for `100 Continue` (RFC 9110, section 10.1.1) is told to go on only after `ms`, or never. */
  withholdContinue(ms: number): void;
  /** Reads the body whole, once, if it is not larger than that. */
  readBody(maxBytes: number): Promise<BodyRead>;
  /**
   * Calls back once: `sent` when the whole answer was handed to the system, `gone` when the connection closed before
   * that. Without a socket neither is ever called.
   */
  onEnd(listener: (how: 'sent' | 'gone') => void): void;
  /** Closes the connection at once without finishing the answer. False where there is no socket. */
  cut(): boolean;
  /** Takes the connection from under HTTP: from now on only raw bytes go out. Null where there is no socket. */
  take(): RawConnection | null;
}

/** A connection that carries exactly the bytes it is given. */
export interface RawConnection {
  /**
   * Resolves when the answers to earlier requests of the connection are out (a client may send several at once), and
   * when they will never be.
   */
  turn(): Promise<void>;
  /** Resolves with true once the system has taken the bytes, with false where the connection is gone. */
  write(bytes: Uint8Array): Promise<boolean>;
  /** How the answer ends; nothing can be written afterwards. */
  end(how: Ending): void;
}
