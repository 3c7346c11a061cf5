import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';

/** Nobody can be asked now; or the answer does not hold, or the visitor changed their mind. */
export interface ProviderFailure {
  readonly state: 'failed';
  readonly isOutage: boolean;
  /** For the log: an error's code, never what the provider or the visitor sent. */
  readonly reason: string;
}

/** Codes of `ClientError` that speak of the way to the provider, not of its answer. */
const outages: ReadonlySet<string> = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM']);

/** What became of a sign-in that threw. */
export function toProviderFailure(error: unknown): ProviderFailure {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    const isDown = error.error === 'server_error' || error.error === 'temporarily_unavailable';
    return { state: 'failed', isOutage: isDown, reason: error.error };
  }
  if (error instanceof ClientError) {
    const { code = 'unknown' } = error;
    return { state: 'failed', isOutage: outages.has(code), reason: code };
  }
  // `fetch` rejects with a TypeError when nobody answers.
  return { state: 'failed', isOutage: true, reason: error instanceof Error ? error.name : 'unknown' };
}
