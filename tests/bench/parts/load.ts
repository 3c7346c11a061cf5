import { connect, type Socket } from 'node:net';

/** One burst of load: as many requests as fit into `duration`, one at a time on each connection. */
export interface Burst {
  readonly port: number;
  /** Whole request heads, used in turn. */
  readonly requests: readonly string[];
  readonly connections: number;
  /** Milliseconds. */
  readonly duration: number;
  /** Of every answer. */
  readonly status: number;
}

export interface BurstResult {
  readonly answers: number;
  readonly seconds: number;
  readonly bytes: number;
}

const HEAD_END = Buffer.from('\r\n\r\n');

function run({ port, requests, connections, duration, status }: Burst): Promise<BurstResult> {
  return new Promise((resolve, reject) => {
    const heads = requests.map((request) => Buffer.from(request));
    const started = performance.now();
    let [answers, bytes, next, open, over] = [0, 0, 0, connections, false];
    const finish = (socket: Socket): void => {
      socket.destroy();
      open -= 1;
      if (open === 0) resolve({ answers, bytes, seconds: (performance.now() - started) / 1000 });
    };
    const ask = (socket: Socket): void => {
      if (over) return finish(socket);
      const head = heads[next];
      next = (next + 1) % heads.length;
      if (head !== undefined) socket.write(head);
    };
    for (let i = 0; i < connections; i += 1) {
      const socket = connect(port, '127.0.0.1').setNoDelay(true);
      let missing = -1;
      let early: Buffer = Buffer.alloc(0);
      socket.on('connect', () => ask(socket));
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        bytes += chunk.length;
        if (missing < 0) {
          early = early.length === 0 ? chunk : Buffer.concat([early, chunk]);
          const end = early.indexOf(HEAD_END);
          if (end < 0) return;
          const head = early.toString('latin1', 0, end);
          if (!head.startsWith(`HTTP/1.1 ${status}`))
            return reject(new Error(`The server answered: ${head.split('\r\n', 1)[0]}`));
          const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
          if (length === undefined) return reject(new Error('The server sent no Content-Length.'));
          missing = Number(length) - (early.length - end - HEAD_END.length);
          early = Buffer.alloc(0);
        } else {
          missing -= chunk.length;
        }
        if (missing > 0) return;
        missing = -1;
        answers += 1;
        ask(socket);
      });
    }
    setTimeout(() => (over = true), duration);
    // Stays awake: a slower server would else pay, in its own time, for waking a load that sleeps more often.
    const stayAwake = (): void => {
      if (open > 0) setImmediate(stayAwake);
    };
    stayAwake();
  });
}

process.on('message', (burst: Burst) => {
  run(burst).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
