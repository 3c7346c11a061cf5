import type { Site } from '#engine/documents/types.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { placesTaken } from './places.ts';

/** Form documents without places left, known without a question to the database for each page. */
export interface FullForms {
  /** Ids such as `forms/rsvp`, as of the last look. */
  readonly current: () => ReadonlySet<string>;
  /** Looks now. Never rejects: a page that shows a full form is answered when the form is sent. */
  look(): Promise<void>;
  /** Looks every `intervalMs`, because other processes store and delete entries too; a second call does nothing. */
  start(intervalMs: number): void;
  stop(): void;
}

/** @param site The newest documents; `null` where there are none. */
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
      const taken = await placesTaken(ports, { form: id.slice('forms/'.length), places });
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
