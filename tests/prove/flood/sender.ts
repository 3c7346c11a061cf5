import { text } from 'node:stream/consumers';
import { connect, type Socket } from 'node:net';

/** One sender with one address: so many connections, so many bytes of requests every ten milliseconds, of which nothing is read. */
interface Order {
  readonly port: number;
  readonly connections: number;
  /** Sent once over each connection. */
  readonly first: string;
  /** Sent again and again, in base64. */
  readonly more: string;
  readonly perTick: number;
  readonly seconds: number;
}

const TICK = 10;
/** Bytes that wait for the server; a sender that is slowed down sends no more. */
const MAX_WAITING = 1_048_576;

// The checked edge: the proof writes it.
const order = JSON.parse(await text(process.stdin)) as Order;
const more = Buffer.from(order.more, 'base64');
const sockets: Socket[] = [];
let sent = 0;
let isOver = false;

function open(index: number): void {
  const socket = connect(order.port, '127.0.0.1', () => {
    if (order.first !== '') socket.write(order.first);
    sockets[index] = socket;
  });
  socket.resume();
  socket.on('error', () => undefined);
  socket.on('close', () => {
    if (!isOver) setTimeout(() => open(index), TICK).unref();
  });
}

for (let index = 0; index < order.connections; index += 1) open(index);
let turn = 0;
const ticks = setInterval(() => {
  for (let each = 0; each < order.perTick; each += 1) {
    turn += 1;
    const socket = sockets[turn % order.connections];
    if (socket === undefined || !socket.writable || socket.writableLength > MAX_WAITING) continue;
    socket.write(more);
    sent += 1;
  }
}, TICK);
setTimeout(() => {
  isOver = true;
  clearInterval(ticks);
  for (const socket of sockets) socket?.destroy();
  process.stdout.write(String(sent));
}, order.seconds * 1_000);
