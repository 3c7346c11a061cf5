/** The promise's result when it comes in time; rejects otherwise. What was started goes on, and how it ends is nobody's business then. */
export async function withTimeout<T>(milliseconds: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    // An answer that arrived while this process was busy still counts: it is read before the next turn.
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
