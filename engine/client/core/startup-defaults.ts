import { createFetchClient } from './fetch-client.ts';

/** Settings that the server's startup defaults may override (C4). */
export interface RuntimeSettings {
  readonly environment: string;
  /** Empty without a tag manager. */
  readonly gtmContainerId: string;
  /** Absolute, or a path of this site. */
  readonly acqBackendGraphqlURL: string;
  /** Absolute, or a path of this site; empty without subscriptions. */
  readonly acqBackendGraphqlWsURL: string;
}

const TIMEOUT_MS = 5_000;

/** Fetches the overrides: `GET /acquisition/defaults.json` with credentials. */
export async function askForDefaults(basePath: string): Promise<unknown> {
  return createFetchClient()(`${basePath}acquisition/defaults.json`, { credentials: 'include', timeout: TIMEOUT_MS });
}
