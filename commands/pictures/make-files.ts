import { join } from 'node:path';
import { placeFile, readFileSize, writeWhole } from '#engine/compile/assets/asset-lists.ts';
import type { FileTask } from '#engine/compile/assets/file-tasks.ts';
import { createFileMaker } from '#engine/compile/assets/make-file.ts';
import { errorMessage } from '#engine/compile/assets/error-message.ts';

export interface MakeFileJob {
  /** The project's root, where `images/` lies. */
  readonly root: string;
  /** The public root. */
  readonly outDir: string;
  readonly cacheDir: string;
  readonly task: FileTask;
}

export interface MadeFile {
  /** Why there is no file; `null` when it is there. */
  readonly mistake: string | null;
}

/** Another process may have made it, too; its bytes are the same. */
async function makeFile({ root, outDir, cacheDir, task }: MakeFileJob): Promise<void> {
  const kept = join(cacheDir, task.path);
  if (!(await readFileSize(kept))) await writeWhole(kept, await makerOf(root)(task));
  await placeFile(kept, join(outDir, task.path));
}

let maker: ReturnType<typeof createFileMaker> | undefined;
const makerOf = (root: string): ReturnType<typeof createFileMaker> => (maker ??= createFileMaker(root));

process.on('message', (job: MakeFileJob) => {
  makeFile(job).then(
    () => answer({ mistake: null }),
    (error: unknown) => answer({ mistake: errorMessage(error) }),
  );
});

function answer(made: MadeFile): void {
  process.send?.(made);
}

// Ctrl+C reaches every process of a terminal; the server says when it needs no more.
process.on('SIGINT', () => undefined);
// The server that asked is gone, or needs no more.
process.on('disconnect', () => process.exit());
