import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { guardSocket } from './socket-guard.ts';

const limits = { framesPerSecond: 3, bytesWaiting: 100 };

function guarded(bytesWaiting = 0) {
  const socket = Object.assign(new EventEmitter(), {
    close: vi.fn<(code?: number, reason?: string | Buffer) => void>(),
    terminate: vi.fn<() => void>(),
    bufferedAmount: bytesWaiting,
  });
  let now = 0;
  let share = 1_000;
  const raw = new PassThrough();
  const guard = guardSocket(socket as never, raw, {
    ...limits,
    takeOfNetwork: (amount) => (share -= amount) >= 0,
    now: () => now,
  });
  const receive = (kind: 'message' | 'ping' | 'pong', count: number): void => {
    for (let index = 0; index < count; index += 1) socket.emit(kind);
  };
  const arrive = (bytes: number): boolean => raw.emit('data', Buffer.alloc(bytes));
  const leave = (amount: number): number => (share = amount);
  return { socket, guard, receive, arrive, leave, pass: (milliseconds: number) => (now += milliseconds) };
}

test.each(['message', 'ping', 'pong'] as const)(
  'more frames than allowed within a second end the connection: %s',
  (kind) => {
    const { socket, guard, receive } = guarded();
    receive(kind, 3);
    expect([guard.isOpen, socket.close.mock.calls]).toEqual([true, []]);
    receive(kind, 1);
    expect([guard.isOpen, socket.close.mock.calls]).toEqual([false, [[1008, 'Too many messages']]]);
    expect(socket.terminate).not.toHaveBeenCalled();
  },
);

test.each([
  ['messages', ({ receive }: ReturnType<typeof guarded>) => receive('message', 1), 3],
  ['pings', ({ receive }: ReturnType<typeof guarded>) => receive('ping', 1), 0],
  ['bytes of frames that nobody has parsed yet', ({ arrive }: ReturnType<typeof guarded>) => arrive(4_096), 3],
] as const)('a connection whose network has no share left is asked to come back later: %s', (_, send, left) => {
  const one = guarded();
  one.leave(left);
  send(one);
  expect([one.guard.isOpen, one.socket.close.mock.calls[0]?.[0]]).toEqual([false, 1013]);
  one.arrive(16_384);
  expect(one.socket.terminate).not.toHaveBeenCalled();
  one.arrive(1);
  expect(one.socket.terminate).toHaveBeenCalled();
});

test('A pong for a ping of this server does not count against the limit, an unsolicited one does', () => {
  const { guard, receive, leave } = guarded();
  leave(0);
  guard.pinged();
  receive('pong', 1);
  expect(guard.isOpen).toBe(true);
  receive('pong', 1);
  expect(guard.isOpen).toBe(false);
});

test('as many in the next second are welcome', () => {
  const { socket, receive, pass } = guarded();
  receive('message', 3);
  pass(1_000);
  receive('message', 3);
  expect(socket.close).not.toHaveBeenCalled();
});

test('a client that goes on while the connection closes is cut off, however slowly', () => {
  const { socket, receive, pass } = guarded();
  receive('message', 6);
  expect(socket.terminate).not.toHaveBeenCalled();
  pass(1_500);
  receive('ping', 1);
  expect(socket.terminate).toHaveBeenCalled();
  expect(socket.close).toHaveBeenCalledTimes(1);
});

test('a client that does not read is cut off by what is sent, and by what comes in', () => {
  const [sent, received, reader] = [guarded(101), guarded(101), guarded(100)];
  sent.guard.sent();
  received.receive('ping', 1);
  reader.guard.sent();
  reader.receive('message', 1);
  expect([sent, received, reader].map(({ socket }) => socket.terminate.mock.calls.length)).toEqual([1, 1, 0]);
});
