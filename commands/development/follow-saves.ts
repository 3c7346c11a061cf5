import { isMistake } from '#engine/base/errors.ts';
import type { run } from '#engine/cli/gen/index.ts';
import { printFindings } from '#engine/cli/print-findings.ts';
import { findingsEvent, findingsMessage } from '#engine/vike/findings-event.ts';
import { trialPages } from '#server/site/store/base-pages.ts';
import type { SiteHolder } from '#server/site/store/site-holder.ts';
import type { DevVite } from './dev-vite.ts';
import { type ChangeKind, type Changes, forgetWritten } from './watch.ts';

export interface Following {
  readonly vite: DevVite;
  readonly holder: SiteHolder;
  /** The project's folder. */
  readonly root: string;
  /** Forgets compiled pages and reloads open ones. */
  readonly refresh: () => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Shows what is saved: one burst of saves after the other, those that come meanwhile together. A save that cannot be shown yet, as something
 * is wrong with it or with another file, is shown as soon as it can.
 */
export class FollowSaves {
  readonly #following: Following;
  #waiting = new Set<ChangeKind>();
  /** Saves that could not be looked at, as when the disk failed. */
  #missed: ReadonlySet<ChangeKind> = new Set();
  #isRunning = false;
  /** Whether `gen` refuses what it reads, so that it has to run again after each save. */
  #isUngenerated = false;
  /** Why the code cannot render the site. */
  #mistake: Error | null = null;
  /** Whether open pages are older than what was saved. */
  #isUnshown = false;

  constructor(following: Following) {
    this.#following = following;
  }

  note(changes: Changes): void {
    for (const kind of changes.keys()) this.#waiting.add(kind);
    const program = changes.get('program');
    if (program !== undefined) console.log(inProgram([...program]));
    if (!this.#isRunning) void this.#run();
  }

  /** To all open pages: why the newest documents are refused. */
  sendFindings(): void {
    const { holder, vite } = this.#following;
    const data = findingsMessage(holder.status.refused?.findings ?? []);
    vite.send({ type: 'custom', event: findingsEvent, data });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.size > 0) {
      const kinds = new Set([...this.#waiting, ...this.#missed]);
      this.#waiting = new Set();
      try {
        await this.#show(kinds);
        this.#missed = new Set();
      } catch (error) {
        this.#missed = kinds;
        this.#following.onFailure(error);
      }
    }
    this.#isRunning = false;
  }

  async #show(kinds: ReadonlySet<ChangeKind>): Promise<void> {
    const { holder, refresh } = this.#following;
    const wasWrong = this.#isWrong();
    if (kinds.has('schema') || (this.#isUngenerated && kinds.has('code'))) await this.#generate();
    const outcome = await holder.reload();
    if (outcome.kind === 'refused') printFindings(outcome.findings);
    this.sendFindings();
    this.#isUnshown ||= outcome.kind === 'changed' || kinds.has('code');
    // Before the first site there is nothing to show.
    if (holder.status.revision === null) return;
    if (kinds.has('code') || this.#mistake !== null) await this.#tryCode();
    if (this.#isUnshown && this.#mistake === null) {
      this.#isUnshown = false;
      refresh();
    }
    if (wasWrong && !this.#isWrong()) console.log('All mistakes are mended. Open pages show what was saved.');
  }

  #isWrong(): boolean {
    return this.#isUngenerated || this.#mistake !== null || this.#following.holder.status.refused !== null;
  }

  /** As `npm run gen` of the newest code does; it says itself what is wrong. */
  async #generate(): Promise<void> {
    const { vite, root } = this.#following;
    this.#isUngenerated = await vite.use(async (server) => {
      const since = Date.now();
      const gen = (await server.ssrLoadModule('/engine/cli/gen/index.ts')) as { readonly run: typeof run };
      try {
        return (await gen.run([], root)) !== 0;
      } catch (error) {
        if (!isMistake(error)) throw error;
        console.error(error.message);
        return true;
      } finally {
        forgetWritten(server, since);
      }
    });
  }

  /** Open pages keep what they show while the code cannot render the site. */
  async #tryCode(): Promise<void> {
    const { holder, vite } = this.#following;
    this.#mistake = await renderMistake(holder);
    if (this.#mistake === null) return;
    const { message, stack = '' } = this.#mistake;
    // Documents that were not accepted for it have a finding that says the same; what code does not parse for, Vite shows in full.
    if (holder.status.refused === null) console.error(`Pages cannot be rendered: ${message.split('\n', 1)[0]}`);
    vite.send({ type: 'error', err: { message, stack } });
  }
}

async function renderMistake(holder: SiteHolder): Promise<Error | null> {
  try {
    for (const page of trialPages(holder.current, null, Date.now()))
      await holder.compile({ site: holder.current, ...page });
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** How many files are named; a checkout changes hundreds. */
const NAMED = 3;

function inProgram(files: readonly string[]): string {
  const named = files.slice(0, NAMED).join(', ');
  const more = files.length > NAMED ? ` and ${files.length - NAMED} more` : '';
  return `Changed: ${named}${more}. The server runs them from its next start on: end it with Ctrl+C and call \`npm run dev\` again.`;
}
