import type { Finding } from '#engine/shared/finding.ts';
import type * as blockFindings from '#engine/cli/check/block-findings.ts';
import type * as checks from '#engine/cli/check/check-project.ts';
import { isUserError } from '#engine/shared/errors.ts';
import { TEMPLATES } from '#engine/documents/landing-templates/read-template.ts';
import { withoutJourney } from '#engine/documents/block-files.ts';
import type { run } from '#engine/cli/gen/index.ts';
import { printFindings } from '#engine/cli/print-findings.ts';
import { findingsEvent, buildFindingsMessage } from '#engine/vike/findings-event.ts';
import { listSmokeTestPages } from '#server/site/store/default-pages.ts';
import type { SiteStore } from '#server/site/store/site-store.ts';
import type { DevVite } from './dev-vite.ts';
import { type ChangeKind, type WatchedChanges, forgetWritten } from './watch.ts';

export interface Following {
  readonly vite: DevVite;
  readonly holder: SiteStore;
  /** The project's root. */
  readonly root: string;
  /** Drops compiled pages and reloads open ones. */
  readonly refresh: () => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Shows saved changes: bursts of saves are processed one after another, and those that arrive meanwhile together. A change with errors is
 * shown once they are fixed.
 */
export class FollowSaves {
  readonly #following: Following;
  #waiting = new Set<ChangeKind>();
  /** Changes that could not be processed, such as after a disk error. */
  #missed: ReadonlySet<ChangeKind> = new Set();
  #isRunning = false;
  /** Whether `gen` has failed, so that it must run after each save. */
  #isUngenerated = false;
  /** Findings in blocks, beside those of documents. */
  #ofBlocks: readonly Finding[] = [];
  /** Findings in landing templates, which no page shows. */
  #ofTemplates: readonly Finding[] = [];
  #areTemplatesDue = false;
  #blocksTimer: NodeJS.Timeout | undefined;
  #areBlocksDue = false;
  /** Whether an error was reported since the last success message. */
  #wasWrong = false;
  /** Error of rendering the site. */
  #mistake: Error | null = null;
  /** Whether open pages are outdated. */
  #isUnshown = false;
  /** Time of the last processing in milliseconds since the epoch. */
  #lookedAt = Date.now();

  constructor(following: Following) {
    this.#following = following;
  }

  note(changes: WatchedChanges): void {
    for (const kind of changes.keys()) this.#waiting.add(kind);
    const program = changes.get('program');
    if (program !== undefined) console.log(inProgram([...program]));
    const content = [...(changes.get('content') ?? [])];
    this.#areTemplatesDue ||= content.some((file) => file.startsWith(`${TEMPLATES}/`));
    if (changes.has('code') || changes.has('schema') || this.#areTemplatesDue || content.some(concernsBlocks))
      this.#lookAtBlocksSoon();
    if (!this.#isRunning) void this.#run();
  }

  /** Sends to all open pages what is wrong, for a page that was just opened. */
  sendState(): void {
    this.#sendFindings();
    this.#sendMistake();
  }

  /** Sends why the newest documents were rejected. */
  #sendFindings(): void {
    const { holder, vite } = this.#following;
    const data = buildFindingsMessage([
      ...(holder.status.refused?.findings ?? []),
      ...this.#ofBlocks,
      ...this.#ofTemplates,
    ]);
    vite.send({ type: 'custom', event: findingsEvent, data });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.size > 0 || this.#areBlocksDue) {
      if (this.#waiting.size === 0) {
        this.#areBlocksDue = false;
        await this.#lookAtBlocks().catch(this.#following.onFailure);
        continue;
      }
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
    this.#wasWrong ||= this.#isWrong();
    if (kinds.has('code') || this.#mistake !== null) await this.#forgetSaved();
    if (kinds.has('schema') || this.#isUngenerated) await this.#generate();
    const outcome = await holder.reload();
    if (outcome.kind === 'refused') printFindings(outcome.findings);
    this.#sendFindings();
    this.#isUnshown ||= outcome.kind === 'changed' || kinds.has('code');
    // Without a site there is nothing to show.
    if (holder.status.revision === null) return;
    if (kinds.has('code') || this.#mistake !== null) await this.#tryCode();
    if (this.#isUnshown && this.#mistake === null) {
      this.#isUnshown = false;
      refresh();
    }
    this.#sayWhenRight();
  }

  /** Vite unloads a changed module slightly later, and returns the previous one, or its error, until then. */
  async #forgetSaved(): Promise<void> {
    const since = this.#lookedAt;
    this.#lookedAt = Date.now();
    await this.#following.vite.use(async (server) => forgetWritten(server, since));
  }

  #sayWhenRight(): void {
    if (!this.#wasWrong || this.#isWrong()) return;
    this.#wasWrong = false;
    console.log('All mistakes are fixed. Open pages show what was saved.');
  }

  #isWrong(): boolean {
    const { refused } = this.#following.holder.status;
    return (
      this.#isUngenerated ||
      this.#mistake !== null ||
      refused !== null ||
      [...this.#ofBlocks, ...this.#ofTemplates].length > 0
    );
  }

  #lookAtBlocksSoon(): void {
    clearTimeout(this.#blocksTimer);
    this.#blocksTimer = setTimeout(() => {
      this.#areBlocksDue = true;
      if (!this.#isRunning) void this.#run();
    }, BLOCKS_AFTER_MS).unref();
  }

  /** Like `npm run check`; shown on open pages, too. */
  async #lookAtBlocks(): Promise<void> {
    const { vite, root, holder } = this.#following;
    const found = await vite.use(async (server) => {
      const module = (await server.ssrLoadModule('/engine/cli/check/block-findings.ts')) as typeof blockFindings;
      try {
        return await module.listBlockFindings(root, holder.status.refused?.findings ?? []);
      } catch (error) {
        // Unreadable schemas are reported by `gen`.
        if (!isUserError(error)) throw error;
        return this.#ofBlocks;
      }
    });
    const ofTemplates = await this.#lookAtTemplates();
    this.#wasWrong ||= this.#isWrong();
    const errors = found.filter(({ severity }) => severity === 'error');
    const before = JSON.stringify([this.#ofBlocks, this.#ofTemplates]);
    if (JSON.stringify([errors, ofTemplates]) === before) return;
    this.#ofBlocks = errors;
    this.#ofTemplates = ofTemplates;
    // Errors of `gen` were already printed.
    if (!this.#isUngenerated) printFindings([...errors, ...ofTemplates]);
    this.#sendFindings();
    this.#sayWhenRight();
  }

  /** Errors in landing templates: after saves of them, and until they are fixed. */
  async #lookAtTemplates(): Promise<readonly Finding[]> {
    if (!this.#areTemplatesDue && this.#ofTemplates.length === 0) return [];
    this.#areTemplatesDue = false;
    const { vite, root } = this.#following;
    const found = await vite.use(async (server) => {
      const module = (await server.ssrLoadModule('/engine/cli/check/check-project.ts')) as typeof checks;
      return module.checkTemplates(root);
    });
    return found.filter(({ severity }) => severity === 'error');
  }

  /** Runs `npm run gen` with the newest code; prints its errors itself. */
  async #generate(): Promise<void> {
    const { vite, root } = this.#following;
    this.#isUngenerated = await vite.use(async (server) => {
      const since = Date.now();
      const gen = (await server.ssrLoadModule('/engine/cli/gen/index.ts')) as { readonly run: typeof run };
      try {
        return (await gen.run([], root)) !== 0;
      } catch (error) {
        if (!isUserError(error)) throw error;
        console.error(error.message);
        return true;
      } finally {
        forgetWritten(server, since);
      }
    });
  }

  /** Open pages stay unchanged while the site cannot be rendered. */
  async #tryCode(): Promise<void> {
    const { holder } = this.#following;
    this.#mistake = await renderMistake(holder);
    if (this.#mistake === null) return;
    const { message } = this.#mistake;
    // Rejected documents have findings with the same message; syntax errors are shown by Vite.
    if (holder.status.refused === null) console.error(`Pages cannot be rendered: ${message.split('\n', 1)[0]}`);
    this.#sendMistake();
  }

  #sendMistake(): void {
    if (this.#mistake === null) return;
    const { message, stack = '' } = this.#mistake;
    this.#following.vite.send({ type: 'error', err: { message, stack } });
  }
}

async function renderMistake(holder: SiteStore): Promise<Error | null> {
  try {
    for (const page of listSmokeTestPages(holder.current, null, Date.now()))
      await holder.compile({ site: holder.current, ...page });
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Milliseconds after a save, so that the changed page is shown first. */
const BLOCKS_AFTER_MS = 500;

/** Texts of blocks, and the brand, whose colours style sheets refer to. */
const concernsBlocks = (file: string): boolean =>
  file === 'pages-config/brand.json' || withoutJourney(file).startsWith('blocks/');

/** Maximum files named; a checkout changes hundreds. */
const NAMED = 3;

function inProgram(files: readonly string[]): string {
  const named = files.slice(0, NAMED).join(', ');
  const more = files.length > NAMED ? ` and ${files.length - NAMED} more` : '';
  return `Changed: ${named}${more}. The server runs them from its next start on: end it with Ctrl+C and call \`npm run dev\` again.`;
}
