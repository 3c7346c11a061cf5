import { connect, type Socket } from 'node:net';

/** What a flooder sends over each of its connections, of which it never reads a byte. */
export interface Flood {
  readonly first: Buffer;
  /** Sent again and again for as long as the connection takes it; `null` for a connection that only stays open. */
  readonly more: Buffer | null;
  /** Milliseconds between two of them; none when left out. */
  readonly every?: number;
}

/** Milliseconds until a flooder whose connection was cut comes back. */
const BACK_AFTER = 100;

/** One connection at a time, opened again whenever it is cut. */
export class Flooder {
  readonly #port: number;
  readonly #flood: Flood;
  #socket: Socket | null = null;
  #since = 0;
  #longestMs = 0;
  #stopped = false;

  constructor(port: number, flood: Flood) {
    this.#port = port;
    this.#flood = flood;
    this.#open();
  }

  /** Milliseconds that the longest connection lasted so far. */
  get longest(): number {
    return Math.max(this.#longestMs, this.#socket === null ? 0 : performance.now() - this.#since);
  }

  stop(): void {
    this.#stopped = true;
    this.#socket?.destroy();
  }

  #open(): void {
    if (this.#stopped) return;
    const { first, more, every } = this.#flood;
    const socket = connect(this.#port, '127.0.0.1').pause();
    let drip: NodeJS.Timeout | undefined;
    const fill = (): void => {
      if (more === null) return;
      while (!socket.destroyed && socket.write(more));
    };
    socket.on('error', () => undefined);
    if (every === undefined) socket.on('drain', fill);
    socket.on('connect', () => {
      this.#socket = socket;
      this.#since = performance.now();
      socket.write(first);
      if (more !== null && every !== undefined) drip = setInterval(() => socket.write(more), every);
      else if (more !== null) fill();
    });
    socket.on('close', () => {
      clearInterval(drip);
      if (this.#socket !== null) this.#longestMs = Math.max(this.#longestMs, performance.now() - this.#since);
      this.#socket = null;
      setTimeout(() => this.#open(), BACK_AFTER);
    });
  }
}
