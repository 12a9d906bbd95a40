/** Takes the text of an event stream apart at its blank lines, piece by piece. */
import { MAX_TEXT, tooLong } from './whole-text.js';

export class EventBlocks {
  /** Of the event that has not ended yet; joined once, when it has. */
  #open: string[] = [];
  #length = 0;
  /** The last line end: a blank line may span two pieces. */
  #held = '';

  /**
   * The events that end in this piece, without their blank lines.
   * @throws FaultError for an event that is longer than 16 MiB
   */
  push(piece: string): readonly string[] {
    const blocks = `${this.#held}${piece}`.split('\n\n');
    const tail = blocks.pop() ?? '';
    const [first, ...others] = blocks;
    const ended = first === undefined ? [] : [this.#take() + first, ...others];
    this.#held = tail.endsWith('\n') ? '\n' : '';
    this.#keep(tail.slice(0, tail.length - this.#held.length));
    return ended;
  }

  /** What came after the last blank line. */
  get rest(): string {
    return this.#open.join('') + this.#held;
  }

  #keep(text: string): void {
    if (text === '') return;
    this.#open.push(text);
    this.#length += text.length;
    if (this.#length > MAX_TEXT) throw tooLong('An event of the stream');
  }

  #take(): string {
    const whole = this.#open.join('');
    this.#open = [];
    this.#length = 0;
    return whole;
  }
}
