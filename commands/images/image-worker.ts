import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { clearTimeout, setTimeout } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { UserError, UnavailableError } from '#engine/shared/errors.ts';
import type { FileTask } from '#engine/compile/assets/file-tasks.ts';
import type { JobResponse, JobMessage, ImageJob, ImagePlaces, JobResult } from './encode-files.ts';

/** Idle milliseconds until the process ends, because encoders hold much memory. */
const IDLE_MS = 5_000;

/** Timeout of a job in milliseconds: four times the largest image on a busy machine. */
const TIMEOUT_MS = 60_000;

/** Gives pages three times the processor time; with the lowest priority, images would starve on a busy machine. */
const NICENESS = 5;

/** Consecutive crashes until the process is not restarted. */
const MAX_FAILURES = 3;

/**
 * Creates images and link previews, and reads uploaded images, in a low-priority process, so that decoding neither slows down pages nor can
 * crash the server.
 */
export class ImageWorker {
  readonly #places: ImagePlaces;
  #process: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;
  #ends = 0;
  #before: Promise<unknown> = Promise.resolve();

  /** @param places folders of its files */
  constructor(places: ImagePlaces) {
    this.#places = places;
  }

  /** Publishes a file. @throws on failure, with the reason */
  async make(task: FileTask): Promise<void> {
    if (this.#ends >= MAX_FAILURES) throw new UnavailableError('The process that makes images ends again and again.');
    await this.run({ kind: 'file', task });
  }

  /** Runs jobs sequentially. @throws on failure, with the reason */
  run<Kind extends ImageJob['kind']>(job: Extract<ImageJob, { readonly kind: Kind }>): Promise<JobResult<Kind>> {
    // Each kind of job returns its own value type.
    const done = this.#before.then(() => this.#run(job)) as Promise<JobResult<Kind>>;
    this.#before = done.catch(() => undefined);
    return done;
  }

  async #run(job: ImageJob): Promise<unknown> {
    clearTimeout(this.#idle);
    const worker = (this.#process ??= this.#start());
    const late = setTimeout(() => worker.kill('SIGKILL'), TIMEOUT_MS).unref();
    // Keeps the process alive while a start waits for the result.
    worker.ref();
    worker.channel?.ref();
    const answer = await ask(worker, { places: this.#places, job });
    worker.unref();
    worker.channel?.unref();
    clearTimeout(late);
    if (answer === null) {
      if (job.kind === 'file') this.#ends += 1;
      throw new UnavailableError('The process that makes images ended.');
    }
    this.#ends = 0;
    this.#idle = setTimeout(() => this.close(), IDLE_MS).unref();
    if ('mistake' in answer) throw new UserError(answer.mistake);
    return answer.value;
  }

  close(): void {
    clearTimeout(this.#idle);
    if (this.#process?.connected === true) this.#process.disconnect();
    this.#process = null;
  }

  #start(): ChildProcess {
    const worker = fork(fileURLToPath(new URL('./encode-files.ts', import.meta.url)), {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Options such as a debugger's port are for the server only.
      execArgv: [],
      // Transfers bytes as they are.
      serialization: 'advanced',
    });
    worker.on('exit', () => {
      if (this.#process === worker) this.#process = null;
    });
    worker.on('error', () => worker.kill());
    worker.unref();
    worker.channel?.unref();
    lowerPriority(worker);
    return worker;
  }
}

/** `null` when the process exits. */
async function ask(worker: ChildProcess, message: JobMessage): Promise<JobResponse | null> {
  const { promise, resolve } = Promise.withResolvers<JobResponse | null>();
  const answered = (answer: unknown): void => resolve(answer as JobResponse);
  const ended = (): void => resolve(null);
  worker.on('message', answered).on('exit', ended).on('error', ended);
  // A failed send ends the process as well.
  worker.send(message, (error) => error !== null && ended());
  const answer = await promise;
  worker.off('message', answered).off('exit', ended).off('error', ended);
  return answer;
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS);
  } catch {
    // Not permitted on all systems; then images are created at normal priority.
  }
}
