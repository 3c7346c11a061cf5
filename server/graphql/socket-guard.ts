import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';

/** What one connection may do before it is closed. */
export interface GuardLimits {
  /** Frames of any kind that a client sends within a second: messages, pings and pongs. */
  readonly framesPerSecond: number;
  /** Bytes that wait for a client to read them. */
  readonly bytesWaiting: number;
}

export interface GuardOptions extends GuardLimits {
  /** What all connections of the network may send together: counts, and says whether it still fits. */
  readonly takeOfNetwork: (amount: number) => boolean;
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number;
}

export interface SocketGuard {
  /** Whether what has just come in is answered: the connection is not being closed for a flood. */
  readonly isOpen: boolean;
  /** To be called after something was sent: closes the connection of a client that does not read. */
  sent(): void;
  /** To be called after a ping was sent: its pong counts for the connection alone. */
  pinged(): void;
}

/** What a frame counts of the network's share: a message is read and may be answered from the database, a ping is not. */
const frameCost = { message: 4, ping: 1, pong: 1 } as const;
/** Bytes that count as much as a ping, whatever they are: frames of a message that never ends are not seen one by one. */
const BYTES = 1_024;
/** RFC 6455, 7.4.1: policy violation. Clients of the protocol take it as final and do not come back by themselves. */
const POLICY_VIOLATION = 1008;
/** Try again later (the registry of RFC 6455, 11.7): clients come back, because others of their network may have sent too much. */
const TRY_AGAIN_LATER = 1013;
const SECOND = 1_000;
/** Bytes that a client may have sent before it learnt that its connection closes. */
const LATE_BYTES = 16_384;

/**
 * Closes a connection that says more than anybody has to say, whose network has no share left, or that does not read what it asked for.
 * Everything is counted before it is parsed. Anyone who goes on after being asked is cut off, and so is anyone who does not read: a close
 * frame would only wait behind all the rest.
 *
 * @param raw The connection below the frames.
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
