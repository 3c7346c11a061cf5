import { createCipheriv } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FeatureApiResponse } from '@growthbook/growthbook';

/** Ways in which a flag service goes wrong. */
export const failureShapes = [
  'refused',
  'unavailable',
  'garbage',
  'hangs on accept',
  'headers, then nothing',
  'a byte a second',
  'half a payload',
  'wrong key',
] as const;

export type FailureShape = (typeof failureShapes)[number];

export interface FlagService {
  readonly origin: string;
  /** Requests for the payload so far. */
  readonly asked: number;
  /** From now on it fails like this, or works again. */
  become(shape: FailureShape | 'works', payload?: object): Promise<void>;
  stop(): Promise<void>;
}

/** A payload as GrowthBook sends it for an encrypted connection: `<iv>.<text>` in base64, AES-CBC. */
export function encryptPayload({ features }: FeatureApiResponse, key: string) {
  const iv = Buffer.alloc(16, 1);
  const cipher = createCipheriv('aes-128-cbc', Buffer.from(key, 'base64'), iv);
  const encrypted = Buffer.concat([cipher.update(JSON.stringify(features), 'utf8'), cipher.final()]);
  return { features: {}, encryptedFeatures: `${iv.toString('base64')}.${encrypted.toString('base64')}` };
}

/** A flag service in this process that can fail in eight ways. */
export async function startFlagService(first: object): Promise<FlagService> {
  let payload = first;
  let shape: FailureShape | 'works' = 'works';
  let asked = 0;
  let server: Server;
  const timers = new Set<NodeJS.Timeout>();

  function answer(url: string, response: ServerResponse): void {
    const body = JSON.stringify({ status: 200, ...payload });
    const json = { 'Content-Type': 'application/json', 'x-sse-support': 'enabled' };
    if (url.startsWith('/sub/')) {
      if (shape !== 'works') {
        response.writeHead(503).end();
        return;
      }
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(`event: features\ndata: ${body}\n\n`);
      return;
    }
    asked += 1;
    switch (shape) {
      case 'works':
        response.writeHead(200, json).end(body);
        return;
      case 'unavailable':
        response.writeHead(503).end('later');
        return;
      case 'garbage':
        response.writeHead(200, json).end('<html>Bad gateway</html>');
        return;
      case 'wrong key':
        response.writeHead(404, json).end('{"status":404,"error":"Invalid API key"}');
        return;
      case 'half a payload':
        response.writeHead(200, { ...json, 'Content-Length': String(body.length) });
        response.write(body.slice(0, body.length / 2), () => response.destroy());
        return;
      case 'headers, then nothing':
        response.writeHead(200, json).flushHeaders();
        return;
      case 'a byte a second': {
        response.writeHead(200, json);
        let at = 0;
        const timer = setInterval(() => response.write(body.charAt(at++)), 1000);
        timers.add(timer);
        response.on('close', () => clearInterval(timer));
        break;
      }
      default:
        // Accepted, and never heard of again.
        break;
    }
  }

  async function listen(port: number): Promise<number> {
    server = createServer((request, response) => answer(request.url ?? '', response));
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  async function close(): Promise<void> {
    for (const timer of timers) clearInterval(timer);
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }

  const port = await listen(0);
  return {
    origin: `http://127.0.0.1:${port}`,
    get asked() {
      return asked;
    },
    async become(next, newPayload = payload) {
      shape = next;
      payload = newPayload;
      await close();
      if (shape !== 'refused') await listen(port);
    },
    stop: close,
  };
}
