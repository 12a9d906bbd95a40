/** Sends shots one after the other over connections that are kept alive as long as the kitchen keeps them. */
import { connect, type Socket } from 'node:net';
import { AnswerReader, type ReadAnswer } from './answer-reader.js';
import type { Shot } from './shot.js';

/** An answer that takes longer will never come. */
const PATIENCE_MS = 20_000;

interface Connection {
  readonly socket: Socket;
  readonly reader: AnswerReader;
}

export class Gunner {
  #connection: Connection | null = null;

  constructor(private readonly port: number) {}

  /** The answers to a shot. @throws Error where one is missing */
  async fire(shot: Shot): Promise<readonly ReadAnswer[]> {
    const { socket, reader } = await this.#connected();
    const patience = setTimeout(() => socket.destroy(), PATIENCE_MS);
    try {
      return await this.#fire(shot, socket, reader);
    } finally {
      clearTimeout(patience);
    }
  }

  leave(): void {
    this.#connection?.socket.destroy();
    this.#connection = null;
  }

  async #fire(shot: Shot, socket: Socket, reader: AnswerReader): Promise<readonly ReadAnswer[]> {
    socket.write(shot.bytes);
    if (shot.then === 'end') socket.end();
    const answers: ReadAnswer[] = [];
    for (let number = 0; number < shot.answers; number += 1) {
      const isWhole = shot.then === 'answers' || shot.then === 'end';
      const answer = isWhole ? await reader.answer(shot.isHead) : await reader.head();
      if (answer === null) {
        throw new Error(`No answer ${String(number + 1)} to ${shot.label}; got ${reader.received}`);
      }
      answers.push(answer);
    }
    if (shot.then === 'reset' && answers[0]?.status === 100) {
      socket.write(shot.rest ?? '');
      socket.resetAndDestroy();
      return [];
    }
    if (shot.then === 'end') await reader.ended();
    const stays = shot.then === 'answers' && answers.at(-1)?.headers.get('connection') !== 'close';
    if (!stays) this.leave();
    return answers;
  }

  async #connected(): Promise<Connection> {
    const open = this.#connection;
    if (open !== null && !open.reader.hasEnded && !open.socket.destroyed) return open;
    const socket = connect(this.port, '127.0.0.1');
    const reader = new AnswerReader(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    this.#connection = { socket, reader };
    return this.#connection;
  }
}
