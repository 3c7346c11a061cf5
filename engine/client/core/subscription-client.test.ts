import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SocketClosedError, createSubscriptionClient, computeSocketDelay } from './subscription-client.ts';

/** A WebSocket whose server is the test. */
class TestSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  static opened: TestSocket[] = [];

  readyState = TestSocket.CONNECTING;
  readonly sent: { type: string; id?: string; payload?: unknown }[] = [];
  readonly protocol: string;
  closedWith: { code: number; reason: string } | null = null;
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number; reason: string; wasClean: boolean }) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onerror: ((event: unknown) => void) | null = null;

  constructor(_url: string, protocol: string) {
    this.protocol = protocol;
    TestSocket.opened.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(code: number, reason: string): void {
    this.closedWith = { code, reason };
    this.end(code, reason);
  }

  accept(): void {
    this.readyState = TestSocket.OPEN;
    this.onopen?.();
  }

  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  end(code: number, reason = ''): void {
    this.readyState = TestSocket.CLOSED;
    this.onclose?.({ code, reason, wasClean: true });
  }
}

const last = (): TestSocket => {
  const socket = TestSocket.opened.at(-1);
  if (socket === undefined) throw new Error('No connection was opened.');
  return socket;
};
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

async function connect(): Promise<void> {
  last().accept();
  await settle();
  last().say({ type: 'connection_ack' });
  await settle();
}

const random = vi.fn<() => number>(() => 0);
const sink = {
  next: vi.fn<(data: unknown) => void>(),
  error: vi.fn<(error: unknown) => void>(),
  complete: vi.fn<() => void>(),
};
const start = (authorization?: () => string | null) => {
  const client = createSubscriptionClient({
    url: 'ws://example.com/graphql',
    webSocket: TestSocket,
    random,
    authorization,
  });
  return { client, stop: client.subscribe({ operationName: 'status', query: 'subscription status { a }' }, sink) };
};

/** A browser that is connected, or not. */
const browser = new EventTarget();
const become = (onLine: boolean): void => {
  vi.stubGlobal('navigator', { onLine });
  browser.dispatchEvent(new Event(onLine ? 'online' : 'offline'));
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser));
  become(true);
  TestSocket.opened = [];
  random.mockReset().mockReturnValue(0);
  for (const listener of Object.values(sink)) listener.mockReset();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a connection', () => {
  test('is opened by the first subscription and closed with the last', async () => {
    const client = createSubscriptionClient({ url: 'ws://example.com', webSocket: TestSocket });
    expect(TestSocket.opened).toHaveLength(0);
    const stop = client.subscribe({ operationName: 'status', query: 'subscription status { a }' }, sink);
    await settle();
    expect(last().protocol).toBe('graphql-transport-ws');
    await connect();
    expect(last().sent.map(({ type }) => type)).toEqual(['connection_init', 'subscribe']);
    stop();
    await settle();
    expect(last().closedWith?.code).toBe(1000);
  });

  test('carries the authorisation in its init payload, and none where cookies do', async () => {
    start(() => 'Bearer abc');
    await settle();
    await connect();
    expect(last().sent[0]).toEqual({ type: 'connection_init', payload: { Authorization: 'Bearer abc' } });
    start();
    await settle();
    await connect();
    expect(last().sent[0]).toEqual({ type: 'connection_init' });
  });

  test('that is not acknowledged in time is closed with 4504', async () => {
    start();
    await settle();
    last().accept();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(TestSocket.opened[0]?.closedWith).toEqual({ code: 4504, reason: 'Connection acknowledgement timeout' });
  });

  test('whose server sends invalid messages is closed with 4004 permanently', async () => {
    start();
    await settle();
    last().accept();
    await settle();
    last().say({ type: 'nonsense' });
    await settle();
    expect(last().closedWith?.code).toBe(4004);
    expect(sink.error).toHaveBeenCalledOnce();
  });

  test('whose own side fails is closed with 4005, its message no longer than 123 characters', async () => {
    start(() => {
      throw new Error('x'.repeat(500));
    });
    await settle();
    last().accept();
    await settle();
    expect(last().closedWith?.code).toBe(4005);
    expect(last().closedWith?.reason.length).toBeLessThanOrEqual(123);
  });

  test('that answers no ping is closed with 4499 and reopened', async () => {
    start();
    await settle();
    await connect();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(last().sent.at(-1)).toEqual({ type: 'ping' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(TestSocket.opened[0]?.closedWith).toEqual({ code: 4499, reason: 'Terminated' });
    await vi.advanceTimersByTimeAsync(1_300);
    expect(TestSocket.opened).toHaveLength(2);
  });

  test('is restarted with 4205, after which the subscription goes on', async () => {
    const { client } = start();
    await settle();
    await connect();
    client.restart();
    expect(TestSocket.opened[0]?.closedWith).toEqual({ code: 4205, reason: 'Client Restart' });
    await vi.advanceTimersByTimeAsync(1_300);
    await connect();
    expect(last().sent.map(({ type }) => type)).toEqual(['connection_init', 'subscribe']);
    expect(sink.error).not.toHaveBeenCalled();
  });
});

describe('coming back', () => {
  /** Breaks a connection, and each of the five that follow at their times. */
  async function loseForGood(): Promise<void> {
    last().end(1006);
    for (const base of [1_000, 2_000, 4_000, 8_000, 16_000]) {
      const count = TestSocket.opened.length;
      await vi.advanceTimersByTimeAsync(base + 299);
      expect(TestSocket.opened).toHaveLength(count);
      await vi.advanceTimersByTimeAsync(1);
      expect(TestSocket.opened).toHaveLength(count + 1);
      last().end(1006);
    }
    await settle();
  }

  test.each([0, 0.5, 0.999])(
    'waits 1 s, 2 s, 4 s, 8 s and 16 s, each with 300 to 3000 ms more (random %d)',
    (fraction) => {
      const delays = [0, 1, 2, 3, 4].map((retries) => computeSocketDelay(retries, fraction));
      const jitter = Math.floor(300 + fraction * 2_700);
      expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000].map((base) => base + jitter));
      for (const [index, delay] of delays.entries()) {
        expect(delay - 1_000 * 2 ** index).toBeGreaterThanOrEqual(300);
        expect(delay - 1_000 * 2 ** index).toBeLessThanOrEqual(3_000);
      }
    },
  );

  test('happens at exactly these times, five times, and then from 500 ms doubling five times more', async () => {
    start();
    await settle();
    await connect();
    await loseForGood();
    for (const base of [500, 1_000, 2_000, 4_000, 8_000]) {
      await settle();
      expect(sink.error).not.toHaveBeenCalled();
      const count = TestSocket.opened.length;
      await vi.advanceTimersByTimeAsync(base - 1);
      expect(TestSocket.opened).toHaveLength(count);
      await vi.advanceTimersByTimeAsync(1);
      expect(TestSocket.opened).toHaveLength(count + 1);
      await loseForGood();
    }
    expect(sink.error).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1_000_000);
    expect(TestSocket.opened).toHaveLength(6 * 6);
  });

  test('is not tried while the browser is offline, however long, and is at once when it is connected again', async () => {
    const { stop } = start();
    await settle();
    await connect();
    become(false);
    last().end(1006);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(TestSocket.opened).toHaveLength(1);
    become(true);
    await settle();
    expect(TestSocket.opened).toHaveLength(2);
    await connect();
    expect(last().sent.map(({ type }) => type)).toEqual(['connection_init', 'subscribe']);
    expect(sink.error).not.toHaveBeenCalled();
    stop();
  });

  test('does not wait for the delay if the browser is online again earlier', async () => {
    const { stop } = start();
    await settle();
    await connect();
    for (const count of [1, 2, 3]) {
      last().end(1006);
      await settle();
      become(true);
      await settle();
      expect(TestSocket.opened).toHaveLength(count + 1);
    }
    stop();
  });

  test.each([1000, 1001, 1006, 1012, 1013, 1014, 4403, 4408, 4504, 4499, 4205])('happens after %i', async (code) => {
    start();
    await settle();
    await connect();
    last().end(code);
    await vi.advanceTimersByTimeAsync(1_300);
    expect(TestSocket.opened).toHaveLength(2);
    await connect();
    last().say({ id: last().sent[1]?.id, type: 'next', payload: { data: { a: 1 } } });
    await settle();
    expect(sink.next).toHaveBeenCalledWith({ a: 1 });
    expect(sink.error).not.toHaveBeenCalled();
  });

  test.each([4500, 4005, 4400, 4004, 4401, 4406, 4409, 4429, 1002, 1003, 1007, 1009, 1011, 1015])(
    'never happens after %i',
    async (code) => {
      start();
      await settle();
      await connect();
      last().end(code, 'because');
      await vi.advanceTimersByTimeAsync(100_000);
      expect(TestSocket.opened).toHaveLength(1);
      expect(sink.error).toHaveBeenCalledExactlyOnceWith(new SocketClosedError(code, 'because'));
    },
  );

  test('never happens once the subscription was ended', async () => {
    const { stop } = start();
    await settle();
    await connect();
    last().end(1006);
    await settle();
    stop();
    await vi.advanceTimersByTimeAsync(100_000);
    expect(TestSocket.opened).toHaveLength(1);
  });
});

test('an error of the server ends the subscription once', async () => {
  start();
  await settle();
  await connect();
  const id = last().sent[1]?.id;
  last().say({ id, type: 'next', payload: { errors: [{ message: 'no' }] } });
  last().say({ id, type: 'complete' });
  await vi.advanceTimersByTimeAsync(100_000);
  expect(sink.error).toHaveBeenCalledExactlyOnceWith([{ message: 'no' }]);
  expect(sink.complete).not.toHaveBeenCalled();
});
