import { request as startRequest } from 'node:http';
import type { Attack, AttackResult, AttackStage } from '../attack.ts';
import type { Flood } from '../floods/flooder.ts';
import { FLOODERS, measureFlood, visitWhile, withNaive } from '../floods/measure.ts';
import { toAddress } from '../networks.ts';

/** MiB by which a server may grow while it goes on being flooded: what its garbage collector leaves lying about. */
const FLAT = 64;
/** Seconds after which slow clients, and clients that do not read, have no connection. */
const CUT_WITHIN = 10;

const handshake = [
  'GET /graphql HTTP/1.1',
  'Host: localhost',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  'Sec-WebSocket-Protocol: graphql-transport-ws',
  '\r\n',
].join('\r\n');

/** A text frame of a client (RFC 6455, 5.2), masked with zeros. */
function frame(text: string): Buffer {
  const head = Buffer.from([0x81, 0x80 | 126, text.length >> 8, text.length & 0xff, 0, 0, 0, 0]);
  return Buffer.concat([head, Buffer.from(text)]);
}

const ping = frame(JSON.stringify({ type: 'ping', payload: { echo: 'x'.repeat(8_000) } }));
const get = Buffer.from('GET /de HTTP/1.1\r\nHost: localhost\r\n\r\n');

const floods: Readonly<Record<string, Flood>> = {
  'pings over WebSockets, unread': { first: Buffer.from(handshake), more: ping },
  'requests behind each other, unread': { first: get, more: Buffer.concat(Array.from({ length: 100 }, () => get)) },
  'headers of a byte each half second': {
    first: Buffer.from('GET /de HTTP/1.1\r\nHost: localhost\r\nX-Slow: '),
    more: Buffer.from('x'),
    every: 500,
  },
};

/** Ten flooders who read nothing, and come back whenever they are cut. */
export const unreadFloods: readonly Attack[] = Object.entries(floods).map(([name, flood]) => ({
  name,
  engines: ['sqlite'],
  run: (stage) => runFlood(stage, flood),
}));

async function runFlood(stage: AttackStage, flood: Flood): Promise<AttackResult> {
  const { server } = stage;
  const control = await withNaive((target) => measureFlood(target, flood));
  // What visitors alone cost is no growth.
  await Promise.all(
    Array.from({ length: 500 }, (_, index) => stage.client.send({ path: '/de', from: toAddress(index) })),
  );
  const target = { port: Number(new URL(server.origin).port), pid: server.pid };
  const { result: product, honest } = await visitWhile(stage, measureFlood(target, flood));
  return {
    figures: [
      { what: `MiB that ${FLOODERS} flooders add`, control: control.growth, product: product.growth },
      { what: 'MiB of that after the first third', control: control.lateGrowth, product: product.lateGrowth },
      { what: 'seconds of their longest connection', control: control.longestSeconds, product: product.longestSeconds },
    ],
    honest: { control: null, product: honest },
    broken: [
      ...(product.lateGrowth > FLAT ? [`The server goes on growing, by ${product.lateGrowth} MiB.`] : []),
      ...(product.longestSeconds > CUT_WITHIN ? [`A connection lasts ${product.longestSeconds} s.`] : []),
    ],
  };
}

const STREAMS = 1_100;
const GREEDY = '203.0.113.9';

/** One network opens all streams of flags that it gets; visitors of other networks open one each. */
export const streams: Attack = {
  name: 'streams of one network',
  engines: ['sqlite'],
  async run({ server }) {
    const { port } = new URL(server.origin);
    const [control, product] = [await withNaive((naive) => takeStreams(naive.port)), await takeStreams(Number(port))];
    return {
      figures: [
        { what: `streams of ${STREAMS} that one network gets`, control: control.greedy, product: product.greedy },
      ],
      honest: { control: null, product: { asked: product.asked, succeeded: product.succeeded } },
      broken: product.greedy >= STREAMS / 2 ? [`One network has ${product.greedy} streams.`] : [],
    };
  },
};

async function takeStreams(port: number): Promise<{ greedy: number; asked: number; succeeded: number }> {
  const close: (() => void)[] = [];
  const open = (from: string): Promise<number> =>
    new Promise((resolve) => {
      const request = startRequest({
        port,
        host: '127.0.0.1',
        path: '/sub/sdk-local',
        headers: { 'x-forwarded-for': from },
      });
      request.on('response', (response) => resolve(response.statusCode ?? 0)).on('error', () => resolve(0));
      request.end();
      close.push(() => request.destroy());
    });
  const greedy: number[] = [];
  for (let index = 0; index < STREAMS; index += 1) greedy.push(await open(GREEDY));
  const honest = await Promise.all(Array.from({ length: 100 }, (_, index) => open(toAddress(index))));
  for (const each of close) each();
  const opened = (statuses: readonly number[]): number => statuses.filter((status) => status === 200).length;
  return { greedy: opened(greedy), asked: honest.length, succeeded: opened(honest) };
}
