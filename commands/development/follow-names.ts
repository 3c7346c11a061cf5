import { startTask } from '../build/build-task.ts';

/** Milliseconds without a save, so that showing a save has priority. */
const QUIET_MS = 1000;

/**
 * Updates editor schemas in a separate process.
 *
 * @returns call after each save
 */
export function followNames(onFailure: (error: unknown) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  const write = async (before: Promise<void>): Promise<void> => {
    await before;
    try {
      await startTask('engine/cli/main.ts', ['gen', '--editor'], 'What editors complete by could not be written.').done;
    } catch (error) {
      onFailure(error);
    }
  };
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      writing = write(writing);
    }, QUIET_MS).unref();
  };
}
