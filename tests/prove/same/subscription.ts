import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { documents } from './operations.ts';
import { HOST, ORIGIN } from './tested-server.ts';
import { type Cookies, cookieHeader } from './visitor.ts';
import type { Tools } from './walk.ts';

/** Milliseconds after which nothing more is waited for. */
const TIMEOUT_MS = 10_000;

export interface Listening {
  /** Waits until the server ends the subscription, and notes everything that was heard. */
  end(when: string): Promise<void>;
}

/** Subscribes to the state of a visitor's registration over a WebSocket, and waits until the first thing is heard. */
export async function listen(tools: Tools, name: string, cookies: Cookies): Promise<Listening> {
  const { server, recorder, normaliser } = tools;
  const headers = { host: HOST, cookie: cookieHeader(cookies) };
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/graphql`, 'graphql-transport-ws', {
    origin: ORIGIN,
    headers,
  });
  const heard: string[] = [];
  const closed = once(socket, 'close');
  socket.on('message', (data: Buffer) => {
    const message: { readonly type: string } = JSON.parse(String(data));
    heard.push(String(data));
    if (message.type === 'connection_ack')
      socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: documents.status } }));
    if (message.type === 'complete' || message.type === 'error') socket.close();
  });
  socket.on('error', (error) => heard.push(`error ${error.message}`));
  socket.on('close', (code, reason) => heard.push(`closed with ${code} ${String(reason)}`));
  socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init' })));
  await until(() => heard.length >= 2);
  return {
    async end(when) {
      await Promise.race([closed, sleep(TIMEOUT_MS, undefined, { ref: false })]);
      socket.terminate();
      recorder.noteText('subscription', `subscription: ${name}, ${when}`, normaliser.body(heard.join('\n')));
    },
  };
}

async function until(isTrue: () => boolean): Promise<void> {
  for (const end = performance.now() + TIMEOUT_MS; !isTrue() && performance.now() < end;) await sleep(10);
}
