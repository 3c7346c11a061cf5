import { setImmediate } from 'node:timers/promises';

/** A connection of the pool may be broken without anybody knowing yet: of the server's restart, or of a proxy in between. */
const ATTEMPTS = 3;

/**
 * Asks again over another connection where the one that was taken turned out to be broken. For single statements that only read:
 * nobody knows what became of one that writes.
 */
export async function retryRead<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read();
    } catch (error) {
      if (attempt === ATTEMPTS || !isBroken(error)) throw error;
      // Connections break together: all that have ended by now are out of the pool before another is taken.
      await setImmediate();
    }
  }
}

/** Of the connection itself: a server that cannot be reached at all says something else. `57P01` is its shutdown (Appendix A). */
function isBroken(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  return (
    ['ECONNRESET', 'EPIPE', '57P01'].includes(String(code)) ||
    /^Connection terminated|not queryable/.test(error.message)
  );
}
