import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { clearTimeout, setTimeout } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { UserError, UnavailableError } from '#engine/shared/errors.ts';
import type { FileTask } from '#engine/compile/assets/file-tasks.ts';
import type { JobAnswer, JobMessage, ImageJob, ImagePlaces, JobResult } from './make-files.ts';

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
export class MakerProcess {
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
    const maker = (this.#process ??= this.#start());
    const late = setTimeout(() => maker.kill('SIGKILL'), TIMEOUT_MS).unref();
    // Keeps the process alive while a start waits for the result.
    maker.ref();
    maker.channel?.ref();
    const answer = await ask(maker, { places: this.#places, job });
    maker.unref();
    maker.channel?.unref();
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
    const maker = fork(fileURLToPath(new URL('./make-files.ts', import.meta.url)), {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Options such as a debugger's port are for the server only.
      execArgv: [],
      // Transfers bytes as they are.
      serialization: 'advanced',
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

/** `null` when the process exits. */
async function ask(maker: ChildProcess, message: JobMessage): Promise<JobAnswer | null> {
  const { promise, resolve } = Promise.withResolvers<JobAnswer | null>();
  const answered = (answer: unknown): void => resolve(answer as JobAnswer);
  const ended = (): void => resolve(null);
  maker.on('message', answered).on('exit', ended).on('error', ended);
  // A failed send ends the process as well.
  maker.send(message, (error) => error !== null && ended());
  const answer = await promise;
  maker.off('message', answered).off('exit', ended).off('error', ended);
  return answer;
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS);
  } catch {
    // Not permitted on all systems; then images are created at normal priority.
  }
}
