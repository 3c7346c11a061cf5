import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { clearTimeout, setTimeout } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { UserError, UnavailableError } from '#engine/base/errors.ts';
import type { FileTask } from '#engine/compile/assets/file-tasks.ts';
import type { MadeFile, MakeFileJob } from './make-files.ts';

/** Milliseconds after which a process with nothing to do is ended: encoders hold much memory. */
const IDLE = 5_000;

/** Where both are wanted, pages get three times the processor time; with the lowest priority, pictures would never come on a busy machine. */
const NICENESS = 5;

/** A process that ends this often without making anything will not make the next file either. */
const MAX_FAILURES = 3;

/**
 * Makes pictures and link previews in a process of its own with low priority: what decodes and encodes them takes processor time and
 * memory that pages then have.
 */
export class MakerProcess {
  readonly #places: Omit<MakeFileJob, 'task'>;
  #process: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;
  #ends = 0;

  constructor(places: Omit<MakeFileJob, 'task'>) {
    this.#places = places;
  }

  /** Puts a file before browsers, one call at a time. @throws when it cannot be made; the message says why */
  async make(task: FileTask): Promise<void> {
    if (this.#ends >= MAX_FAILURES) throw new UnavailableError('The process that makes pictures ends again and again.');
    clearTimeout(this.#idle);
    const maker = (this.#process ??= this.#start());
    const answer = await ask(maker, { ...this.#places, task });
    if (answer === null) {
      this.#ends += 1;
      throw new UnavailableError('The process that makes pictures ended.');
    }
    this.#ends = 0;
    this.#idle = setTimeout(() => this.close(), IDLE).unref();
    if (answer.mistake !== null) throw new UserError(answer.mistake);
  }

  close(): void {
    clearTimeout(this.#idle);
    if (this.#process?.connected === true) this.#process.disconnect();
    this.#process = null;
  }

  #start(): ChildProcess {
    const maker = fork(fileURLToPath(new URL('./make-files.ts', import.meta.url)), {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    maker.on('exit', () => {
      if (this.#process === maker) this.#process = null;
    });
    maker.on('error', () => maker.kill());
    maker.unref();
    maker.channel?.unref();
    lowerPriority(maker);
    return maker;
  }
}

/** `null` when the process ends instead. */
async function ask(maker: ChildProcess, job: MakeFileJob): Promise<MadeFile | null> {
  const { promise, resolve } = Promise.withResolvers<MadeFile | null>();
  const answered = (message: unknown): void => resolve(message as MadeFile);
  const ended = (): void => resolve(null);
  maker.on('message', answered).on('exit', ended).on('error', ended);
  // Whatever keeps a job from being sent ends the process, too.
  maker.send(job, (error) => error !== null && ended());
  const answer = await promise;
  maker.off('message', answered).off('exit', ended).off('error', ended);
  return answer;
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS);
  } catch {
    // Not every system lets a process do so; then pictures are only made faster.
  }
}
