import { EventEmitter } from 'node:events';
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
  const guard = guardSocket(socket as never, limits, () => now);
  const receive = (kind: 'message' | 'ping' | 'pong', count: number): void => {
    for (let index = 0; index < count; index += 1) socket.emit(kind);
  };
  return { socket, guard, receive, pass: (milliseconds: number) => (now += milliseconds) };
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

test('as many in the next second are welcome', () => {
  const { socket, receive, pass } = guarded();
  receive('message', 3);
  pass(1_000);
  receive('message', 3);
  expect(socket.close).not.toHaveBeenCalled();
});

test('whoever goes on while the connection closes is cut off, however slowly', () => {
  const { socket, receive, pass } = guarded();
  receive('message', 6);
  expect(socket.terminate).not.toHaveBeenCalled();
  pass(1_500);
  receive('ping', 1);
  expect(socket.terminate).toHaveBeenCalled();
  expect(socket.close).toHaveBeenCalledTimes(1);
});

test('whoever does not read is cut off by what is sent, and by what comes in', () => {
  const [sent, received, reader] = [guarded(101), guarded(101), guarded(100)];
  sent.guard.sent();
  received.receive('ping', 1);
  reader.guard.sent();
  reader.receive('message', 1);
  expect([sent, received, reader].map(({ socket }) => socket.terminate.mock.calls.length)).toEqual([1, 1, 0]);
});
