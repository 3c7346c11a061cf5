import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { clearTimeout, setTimeout } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { UserError, UnavailableError } from '#engine/shared/errors.ts';
import type { FileTask } from '#engine/compile/assets/file-tasks.ts';
import type { JobAnswer, JobMessage, ImageJob, ImagePlaces, JobResult } from './make-files.ts';

/** Milliseconds after which a process with nothing to do is ended: encoders hold much memory. */
const IDLE_MS = 5_000;

/** Milliseconds after which a process is ended that has not answered: the largest image takes a quarter of it on a busy machine. */
const TIMEOUT_MS = 60_000;

/** Where both are wanted, pages get three times the processor time; with the lowest priority, images would never come on a busy machine. */
const NICENESS = 5;

/** A process that ends this often without making anything will not make the next file either. */
const MAX_FAILURES = 3;

/**
 * Makes images and link previews, and reads uploaded images, in a process of its own with low priority: what decodes and encodes them
 * takes processor time and memory that pages then have, and a file that breaks a decoder breaks nothing else.
 */
export class MakerProcess {
  readonly #places: ImagePlaces;
  #process: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;
  #ends = 0;
  #before: Promise<unknown> = Promise.resolve();

  /** @param places Of the files that it reads and writes */
  constructor(places: ImagePlaces) {
    this.#places = places;
  }

  /** Puts a file before browsers. @throws when it cannot be made; the message says why */
  async make(task: FileTask): Promise<void> {
    if (this.#ends >= MAX_FAILURES) throw new UnavailableError('The process that makes images ends again and again.');
    await this.run({ kind: 'file', task });
  }

  /** Carries out a job, one after another. @throws when it cannot be done; the message says why */
  run<Kind extends ImageJob['kind']>(job: Extract<ImageJob, { readonly kind: Kind }>): Promise<JobResult<Kind>> {
    // Each kind of job is answered with its value.
    const done = this.#before.then(() => this.#run(job)) as Promise<JobResult<Kind>>;
    this.#before = done.catch(() => undefined);
    return done;
  }

  async #run(job: ImageJob): Promise<unknown> {
    clearTimeout(this.#idle);
    const maker = (this.#process ??= this.#start());
    const late = setTimeout(() => maker.kill('SIGKILL'), TIMEOUT_MS).unref();
    // A start may wait for this alone: nothing else would keep the process alive then.
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
      // What a server is started with, such as a debugger's port, is for the server alone.
      execArgv: [],
      // Keeps bytes what they are.
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

/** `null` when the process ends instead. */
async function ask(maker: ChildProcess, message: JobMessage): Promise<JobAnswer | null> {
  const { promise, resolve } = Promise.withResolvers<JobAnswer | null>();
  const answered = (answer: unknown): void => resolve(answer as JobAnswer);
  const ended = (): void => resolve(null);
  maker.on('message', answered).on('exit', ended).on('error', ended);
  // Whatever keeps a job from being sent ends the process, too.
  maker.send(message, (error) => error !== null && ended());
  const answer = await promise;
  maker.off('message', answered).off('exit', ended).off('error', ended);
  return answer;
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS);
  } catch {
    // Not every system lets a process do so; then images are only made faster.
  }
}
