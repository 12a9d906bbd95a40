/** Long work that gives way to all others: a client that takes everything at once never makes it wait for anything. */
import { ownTurn } from './hold.js';

/** About so many bytes are made or sent while all others wait. */
const SHARE_BYTES = 64 * 1024;
/** What a piece costs besides its bytes. */
const PIECE_COST = 256;

export class FairShare {
  #spent = 0;

  /** Null as long as the work may go on; else a turn of the event loop to wait for. */
  spend(bytes: number, pieceCost: number = PIECE_COST): Promise<void> | null {
    this.#spent += bytes + pieceCost;
    if (this.#spent < SHARE_BYTES) return null;
    this.#spent = 0;
    return ownTurn();
  }
}
