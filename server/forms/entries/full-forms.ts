import type { Site } from '#engine/documents/types.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { countPlacesTaken } from './places.ts';

/** Cached set of form documents without free places, so that pages need no database query. */
export interface FullForms {
  /** Ids such as `forms/rsvp`, as of the last refresh. */
  readonly current: () => ReadonlySet<string>;
  /** Refreshes. Never rejects: a stale state is harmless, since submitting checks again. */
  look(): Promise<void>;
  /** Refreshes every `intervalMs`, because other processes change entries; a second call is a no-op. */
  start(intervalMs: number): void;
  stop(): void;
}

/** @param site the live documents; `null` without any */
export function createFullForms(
  ports: Pick<PlatformPorts, 'database' | 'clock' | 'log'>,
  site: () => Site | null,
): FullForms {
  let full: ReadonlySet<string> = new Set();
  let timer: NodeJS.Timeout | undefined;
  const find = async (): Promise<ReadonlySet<string>> => {
    const found = new Set<string>();
    for (const [id, { places }] of site()?.forms ?? []) {
      if (places === undefined) continue;
      const taken = await countPlacesTaken(ports, { form: id.slice('forms/'.length), places });
      if (taken >= places.total) found.add(id);
    }
    return found;
  };
  const look = async (): Promise<void> => {
    try {
      full = await find();
    } catch (error) {
      ports.log.error('form-places.unavailable', { error: error instanceof Error ? error.message : String(error) });
    }
  };
  return {
    current: () => full,
    look,
    start(intervalMs) {
      timer ??= setInterval(() => void look(), intervalMs).unref();
    },
    stop: () => clearInterval(timer),
  };
}
