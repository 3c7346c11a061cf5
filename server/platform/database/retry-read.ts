import { setImmediate } from 'node:timers/promises';

/** Idle connections of the pool may be broken, after a restart of the server or by a proxy. */
const ATTEMPTS = 3;

/** Retries on another connection when the first one was broken. Only for single read statements: the result of a write would be unknown. */
export async function retryRead<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read();
    } catch (error) {
      if (attempt === ATTEMPTS || !isBroken(error)) throw error;
      // Connections usually break together: lets the pool remove the others first.
      await setImmediate();
    }
  }
}

/** Whether the connection broke, as opposed to an unreachable server. `57P01` is an administrator shutdown (Appendix A). */
function isBroken(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  return (
    ['ECONNRESET', 'EPIPE', '57P01'].includes(String(code)) ||
    /^Connection terminated|not queryable/.test(error.message)
  );
}
