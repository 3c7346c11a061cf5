/** A failed request: status 400 or above, an unreadable response, or no response. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  readonly method: string;
  readonly url: string;
  /** `null` without a response. */
  readonly status: number | null;
  /** Parsed response body, if any. */
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

/** A request that timed out. */
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
