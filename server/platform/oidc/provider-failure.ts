import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';

/** The provider is unavailable, its response is invalid, or the visitor cancelled. */
export interface ProviderFailure {
  readonly state: 'failed';
  readonly isOutage: boolean;
  /** Error code for the log, never content from the provider or the visitor. */
  readonly reason: string;
}

/** Codes of `ClientError` about the connection, not the response. */
const outages: ReadonlySet<string> = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM']);

/** Classifies an error of a sign-in. */
export function toProviderFailure(error: unknown): ProviderFailure {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    const isDown = error.error === 'server_error' || error.error === 'temporarily_unavailable';
    return { state: 'failed', isOutage: isDown, reason: error.error };
  }
  if (error instanceof ClientError) {
    const { code = 'unknown' } = error;
    return { state: 'failed', isOutage: outages.has(code), reason: code };
  }
  // `fetch` rejects with a TypeError when the connection fails.
  return { state: 'failed', isOutage: true, reason: error instanceof Error ? error.name : 'unknown' };
}
