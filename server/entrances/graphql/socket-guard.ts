import type { WebSocket } from 'ws';

/** What one connection may do before it is closed. */
export interface GuardLimits {
  /** Frames of any kind that a client sends within a second: messages, pings and pongs. */
  readonly framesPerSecond: number;
  /** Bytes that wait for a client to read them. */
  readonly bytesWaiting: number;
}

export interface SocketGuard {
  /** Whether what has just come in is answered: the connection is not being closed for a flood. */
  readonly isOpen: boolean;
  /** To be called after something was sent: closes the connection of a client that does not read. */
  sent(): void;
}

/** RFC 6455, 7.4.1: policy violation. Clients of the protocol take it as final and do not come back by themselves. */
const POLICY_VIOLATION = 1008;
const SECOND = 1_000;

/**
 * Closes a connection that says more than anybody has to say, or does not read what it asked for. Anyone who goes on after being asked
 * is cut off, and so is anyone who does not read: a close frame would only wait behind all the rest.
 *
 * @param now Milliseconds of a clock that only goes forward.
 */
export function guardSocket(
  socket: Pick<WebSocket, 'on' | 'close' | 'terminate' | 'bufferedAmount'>,
  { framesPerSecond, bytesWaiting }: GuardLimits,
  now: () => number = () => performance.now(),
): SocketGuard {
  let second = now();
  let frames = 0;
  let isOpen = true;

  function sent(): void {
    if (socket.bufferedAmount <= bytesWaiting) return;
    isOpen = false;
    socket.terminate();
  }

  function received(): void {
    if (now() - second >= SECOND && isOpen) {
      second = now();
      frames = 0;
    }
    frames += 1;
    if (frames > 2 * framesPerSecond) socket.terminate();
    else if (frames > framesPerSecond && isOpen) {
      isOpen = false;
      socket.close(POLICY_VIOLATION, 'Too many messages');
    } else sent();
  }

  for (const kind of ['message', 'ping', 'pong'] as const) socket.on(kind, received);
  return {
    get isOpen() {
      return isOpen;
    },
    sent,
  };
}
