import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MeasuredServer } from './server-process.ts';

/** Asks for a page until the server has nothing more to do for it in the background: its pieces are compressed on request. */
export async function warmUp(server: MeasuredServer, request: string): Promise<void> {
  do await askOnce(server.port, request);
  while (await isBusy(server));
}

/** Resolves when the server does nothing. */
export async function idle(server: MeasuredServer): Promise<void> {
  while (await isBusy(server));
}

async function isBusy(server: MeasuredServer): Promise<boolean> {
  const before = await server.cpu();
  await sleep(WATCHED);
  return (await server.cpu()) - before > IDLE;
}

/** Milliseconds of watching, and microseconds of processor time in them that are nothing. */
const WATCHED = 500;
const IDLE = 25_000;

function askOnce(port: number, request: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('error', reject);
    socket.once('data', () => {
      socket.destroy();
      resolve();
    });
  });
}
