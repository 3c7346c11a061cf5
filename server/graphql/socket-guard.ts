import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';

/** Limits of a connection before it is closed. */
export interface GuardLimits {
  /** Frames per second from the client: messages, pings and pongs. */
  readonly framesPerSecond: number;
  /** Bytes that the client has not read. */
  readonly bytesWaiting: number;
}

export interface GuardOptions extends GuardLimits {
  /** Counts against the common limit of the network's connections; returns whether it fits. */
  readonly takeOfNetwork: (amount: number) => boolean;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

export interface SocketGuard {
  /** False once the connection is closing; received data is ignored then. */
  readonly isOpen: boolean;
  /** Call after sending: closes the connection of a client that does not read. */
  sent(): void;
  /** Call after sending a ping: its pong does not count against the network. */
  pinged(): void;
}

/** Weights of frames in the limit of the network: messages may cause database queries, pings do not. */
const frameCost = { message: 4, ping: 1, pong: 1 } as const;
/** Bytes that count as much as a ping, so that frames of an endless message are limited as well. */
const BYTES = 1_024;
/** RFC 6455, 7.4.1: policy violation. Clients of the protocol do not reconnect. */
const POLICY_VIOLATION = 1008;
/** Try again later (registry of RFC 6455, 11.7): clients reconnect, because other clients of their network may have caused it. */
const TRY_AGAIN_LATER = 1013;
const SECOND = 1_000;
/** Bytes that a client may still send before it receives the close frame. */
const LATE_BYTES = 16_384;

/**
 * Closes a connection that floods, whose network exceeded its limit, or that does not read. Everything is counted before it is parsed. A
 * client that continues after the close frame is terminated, and so is one that does not read: the close frame would wait behind the rest.
 *
 * @param raw the TCP connection below the frames
 */
export function guardSocket(
  socket: Pick<WebSocket, 'on' | 'close' | 'terminate' | 'bufferedAmount'>,
  raw: Pick<Duplex, 'prependListener'>,
  { framesPerSecond, bytesWaiting, takeOfNetwork, now = () => performance.now() }: GuardOptions,
): SocketGuard {
  let second = now();
  let [frames, bytes, late, awaited] = [0, 0, 0, 0];
  let isOpen = true;

  function close(code: number, reason: string): void {
    isOpen = false;
    socket.close(code, reason);
  }

  function sent(): void {
    if (socket.bufferedAmount <= bytesWaiting) return;
    isOpen = false;
    socket.terminate();
  }

  function received(kind: keyof typeof frameCost): void {
    if (now() - second >= SECOND && isOpen) {
      second = now();
      frames = 0;
    }
    frames += 1;
    const isAwaited = kind === 'pong' && awaited > 0;
    if (isAwaited) awaited -= 1;
    if (frames > 2 * framesPerSecond) socket.terminate();
    if (!isOpen) return;
    if (frames > framesPerSecond) close(POLICY_VIOLATION, 'Too many messages');
    else if (!isAwaited && !takeOfNetwork(frameCost[kind])) close(TRY_AGAIN_LATER, 'Too many messages of this network');
    else sent();
  }

  raw.prependListener('data', (chunk: Buffer) => {
    if (!isOpen) {
      late += chunk.length;
      if (late > LATE_BYTES) socket.terminate();
      return;
    }
    bytes += chunk.length;
    const cost = Math.floor(bytes / BYTES);
    bytes %= BYTES;
    if (cost > 0 && !takeOfNetwork(cost)) close(TRY_AGAIN_LATER, 'Too many bytes of this network');
  });
  for (const kind of ['message', 'ping', 'pong'] as const) socket.on(kind, () => received(kind));
  return {
    get isOpen() {
      return isOpen;
    },
    sent,
    pinged() {
      awaited = 1;
    },
  };
}
