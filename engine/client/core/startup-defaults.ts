import { createFetchClient } from './fetch-client.ts';

/** Runtime settings that the server's startup defaults may override (C4). */
export interface RuntimeSettings {
  readonly environment: string;
  /** Empty when there is no tag manager. */
  readonly gtmContainerId: string;
  /** Absolute, or a path of this site. */
  readonly acqBackendGraphqlURL: string;
  /** Absolute, or a path of this site; empty when nobody can subscribe. */
  readonly acqBackendGraphqlWsURL: string;
}

const TIMEOUT_MS = 5_000;

/** What overrides settings: `GET /acquisition/defaults.json` with credentials. */
export async function askForDefaults(basePath: string): Promise<unknown> {
  return createFetchClient()(`${basePath}acquisition/defaults.json`, { credentials: 'include', timeout: TIMEOUT_MS });
}
