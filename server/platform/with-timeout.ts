/** Resolves with the promise, or rejects after a timeout. The work itself is not cancelled, and its later result is ignored. */
export async function withTimeout<T>(milliseconds: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    // A response that arrived while the event loop was busy still counts: it is read before `setImmediate` runs.
    timer = setTimeout(() => setImmediate(() => reject(new TimeoutError(what, milliseconds))), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export class TimeoutError extends Error {
  override readonly name = 'TookTooLong';

  constructor(what: string, milliseconds: number) {
    super(`${what} took longer than ${milliseconds} ms.`);
  }
}
