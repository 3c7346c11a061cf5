import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { InternalError } from '#engine/shared/errors.ts';
import type { Finding } from '#engine/shared/finding.ts';
import type { CompileInput, Compiler, Template } from '#engine/compile/types.ts';
import type { ResolveInput, ResolveResult, Site } from '#engine/documents/types.ts';
import { composeVariations } from '#engine/documents/compose.ts';
import { type StoredPageRequest, listSmokeTestPages } from './default-pages.ts';

/** Documents, and the number of the newest revision in them; 0 for the build. */
export type SiteInput = ResolveInput & { readonly published?: number };

export interface SiteStoreOptions {
  readonly read: () => Promise<SiteInput>;
  readonly resolve: (input: ResolveInput, previous?: ResolveResult) => ResolveResult | Promise<ResolveResult>;
  /** Prepares images and fonts, and returns the compiler for them. */
  readonly prepare: (site: Site) => Promise<Compiler>;
  /** Findings that explain why a site could not be prepared or rendered; `null` when unknown. */
  readonly explain?: (error: unknown) => Promise<readonly Finding[] | null>;
  /** Whether a build has rendered this page, so that no smoke test is needed; default: never. */
  readonly isBuilt?: (site: Site, compiler: Compiler, page: StoredPageRequest) => boolean;
  readonly now: () => number;
}

/** State of the site for health, metrics and logs. */
export interface SiteStatus {
  /** Revision of the live site; `null` before the first one. */
  readonly revision: string | null;
  /** Number of the newest live publication; 0 for the build. */
  readonly published: number;
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly warnings: readonly Finding[];
  /** Set while the newest documents are rejected and an earlier site stays live. */
  readonly refused: {
    readonly since: number;
    readonly findings: readonly Finding[];
    /** Number of the newest rejected publication. */
    readonly published: number;
  } | null;
}

export type ReloadOutcome =
  | { readonly kind: 'changed'; readonly site: Site }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly findings: readonly Finding[] };

/** Milliseconds for a publication to become live in this process. */
const MAX_WAIT_MS = 20_000;
const LOOK_EVERY_MS = 20;

/** Holds the live site. A reload reads, resolves and smoke-tests the documents; on failure only the status changes (D7) and the last valid site stays live. */
export class SiteStore {
  readonly #options: SiteStoreOptions;
  #site: Site | null = null;
  #previous: ResolveResult | undefined;
  readonly #compilers = new WeakMap<Site, Compiler>();
  #status: SiteStatus;
  #running: Promise<unknown> = Promise.resolve();
  readonly #listeners: ((outcome: ReloadOutcome) => void)[] = [];

  constructor(options: SiteStoreOptions) {
    this.#options = options;
    this.#status = { revision: null, published: 0, since: options.now(), warnings: [], refused: null };
  }

  get current(): Site {
    if (this.#site === null) throw new InternalError('No site was loaded yet. Call reload() first.');
    return this.#site;
  }

  get status(): SiteStatus {
    return this.#status;
  }

  onReload(listener: (outcome: ReloadOutcome) => void): void {
    this.#listeners.push(listener);
  }

  /** Resolves when a publication is live or was rejected, at the latest after `MAX_WAIT_MS`. */
  async whenServed(published: number): Promise<void> {
    const isSettled = (): boolean =>
      Math.max(this.#status.published, this.#status.refused?.published ?? 0) >= published;
    for (const since = performance.now(); !isSettled() && performance.now() - since < MAX_WAIT_MS;)
      await sleep(LOOK_EVERY_MS);
  }

  compile(input: CompileInput): Promise<Template> {
    return this.getCompiler(input.site).compile(input.variations.length > 1 ? withVariations(input) : input);
  }

  /** @param site an accepted site */
  getCompiler(site: Site): Compiler {
    const compiler = this.#compilers.get(site);
    if (compiler === undefined) throw new InternalError(`The site of revision ${site.revision} has no compiler.`);
    return compiler;
  }

  /** Reloads everything; calls are serialized. Rejects only on a disk error. */
  reload(): Promise<ReloadOutcome> {
    const reloaded = this.#running.then(() => this.#reload());
    this.#running = reloaded.catch(() => undefined);
    return reloaded;
  }

  async #reload(): Promise<ReloadOutcome> {
    const { published = 0, ...input } = await this.#options.read();
    // Yields to requests between two steps.
    await setImmediate();
    const result = await this.#options.resolve(input, this.#previous);
    this.#previous = result;
    await setImmediate();
    const outcome = result.ok
      ? await this.#accept(result.site, result.warnings, published)
      : this.#refuse(result.findings, published);
    for (const listener of this.#listeners) listener(outcome);
    return outcome;
  }

  async #accept(site: Site, warnings: readonly Finding[], published: number): Promise<ReloadOutcome> {
    if (site.revision === this.#site?.revision) {
      this.#status = { ...this.#status, published, warnings, refused: null };
      return { kind: 'unchanged' };
    }
    try {
      const compiler = await this.#options.prepare(site);
      for (const page of listSmokeTestPages(site, this.#site, this.#options.now())) {
        if (this.#options.isBuilt?.(site, compiler, page) === true) continue;
        await compiler.compile({ site, ...page });
        await setImmediate();
      }
      this.#compilers.set(site, compiler);
    } catch (error) {
      return this.#refuse((await this.#options.explain?.(error)) ?? [compileFinding(error)], published);
    }
    this.#site = site;
    this.#status = { revision: site.revision, published, since: this.#options.now(), warnings, refused: null };
    return { kind: 'changed', site };
  }

  #refuse(findings: readonly Finding[], published: number): ReloadOutcome {
    const errors = findings.filter(({ severity }) => severity === 'error');
    this.#status = { ...this.#status, refused: { since: this.#options.now(), findings: errors, published } };
    return { kind: 'refused', findings: errors };
  }
}

/** Several variations at once form a document that is not part of the site. */
function withVariations(input: CompileInput): CompileInput {
  const composed = composeVariations(input.site, input.document, input.variations);
  return composed === null ? input : { ...input, composed };
}

function compileFinding(error: unknown): Finding {
  return {
    rule: 'page-compiles',
    severity: 'error',
    file: 'pages-config',
    line: 1,
    column: 1,
    path: '',
    message: `A page cannot be rendered: ${error instanceof Error ? error.message : String(error)}`,
  };
}
