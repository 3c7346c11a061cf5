/** A request that failed: it was answered with a status of 400 or above, or with something that cannot be read, or not at all. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  readonly method: string;
  readonly url: string;
  /** `null` when there was no answer. */
  readonly status: number | null;
  /** Parsed body of the answer, as far as there is one. */
  readonly data: unknown;

  constructor(
    request: { readonly method: string; readonly url: string },
    found: { readonly status?: number; readonly text: string; readonly data?: unknown; readonly cause?: unknown },
  ) {
    super(`${request.method} ${request.url}: ${found.text}`, { cause: found.cause });
    this.method = request.method;
    this.url = request.url;
    this.status = found.status ?? null;
    this.data = found.data;
  }
}

/** A request that took longer than it may. */
export class FetchTimeoutError extends Error {
  override readonly name = 'TimeoutError';
  readonly method: string;
  readonly url: string;
  /** Milliseconds. */
  readonly timeout: number;

  constructor(request: { readonly method: string; readonly url: string }, timeout: number) {
    super(`${request.method} ${request.url}: no answer within ${timeout} ms.`);
    this.method = request.method;
    this.url = request.url;
    this.timeout = timeout;
  }
}
