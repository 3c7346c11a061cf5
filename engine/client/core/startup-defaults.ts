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

const TIMEOUT = 5_000;

/**
 * `GET /acquisition/defaults.json` with credentials. Texts of known names override the settings given; whatever cannot be read
 * leaves them as they are and is told to `onError`.
 */
export async function loadStartupDefaults(
  basePath: string,
  settings: RuntimeSettings,
  onError: (error: unknown) => void,
  fetch?: typeof globalThis.fetch,
): Promise<RuntimeSettings> {
  try {
    const request = createFetchClient({ fetch });
    const path = `${basePath}acquisition/defaults.json`;
    return override(settings, await request(path, { credentials: 'include', timeout: TIMEOUT }));
  } catch (error) {
    onError(error);
    return settings;
  }
}

function override(settings: RuntimeSettings, found: unknown): RuntimeSettings {
  if (typeof found !== 'object' || found === null) return settings;
  const known = Object.entries(found).filter(
    ([name, value]) => Object.hasOwn(settings, name) && typeof value === 'string',
  );
  return { ...settings, ...Object.fromEntries(known) };
}
