import { LRUCache } from 'lru-cache';
import { composeArms } from '#engine/documents/compose.ts';
import type { CompileInput, FormState, Template } from '#engine/compile/types.ts';
import type { Site } from '#engine/documents/types.ts';
import type { PageRequest } from '#server/site/holder/base-pages.ts';
import type { BackgroundEncoder } from './background-encoder.ts';
import { encode, encodeJob, encodeOnDemand, sizeOf, type EncodedPage, type EncodeJob } from './encode-page.ts';
import type { EncodedPageCache } from './encoded-page-cache.ts';
import {
  isSegmented,
  navigationSource,
  pageSource,
  withoutText,
  type PageSource,
  type Representation,
  type Values,
} from './page-source.ts';
import { formShape } from './form-shape.ts';
import { Skeletons } from './skeletons.ts';

/** A compiled page as it is kept for sending. */
export interface StoredPage {
  /** Key of its template. */
  readonly key: string;
  readonly contentSecurityPolicy: string;
  readonly link: string;
  readonly source: PageSource;
  readonly encoded: EncodedPage;
  /** `null` for a page without holes in the middle. */
  readonly skeletons: Skeletons | null;
  /** Ready header lists of shared answers, by what they depend on; filled by the sender. */
  readonly heads: Map<string, readonly string[]>;
}

/** How pages are made small; without it, as in development, they are not. */
export type PageCompression =
  | 'quick'
  /** Quick for the first answer; as small as possible for all later ones, in the background, kept on disk. */
  | { readonly encoder: BackgroundEncoder; readonly cache: EncodedPageCache };

export interface PageStoreOptions {
  readonly compile: (input: CompileInput) => Promise<Template>;
  readonly maxBytes: number;
  readonly compression?: PageCompression;
  /** Called for each compilation, in seconds. */
  readonly onCompile?: (seconds: number) => void;
}

/** A page with a visitor's form in it, and what that visitor typed. */
export interface FormAnswer {
  readonly page: StoredPage;
  /** Fill the page, beside those of the decision. */
  readonly values: Values;
}

/** Roughly what an entry costs beside its bytes. */
const ENTRY_OVERHEAD = 2048;

/** Bytes of pages with forms, over all forms and ways to refuse them: anyone who sends odd forms pushes out no other page. */
const MAX_FORM_BYTES = 16 * 1024 * 1024;

/** Of Brotli: ways to refuse a form are many, and each is seen by few. */
const FORM_QUALITY = 5;
const BEST_QUALITY = 11;

/** Pages ready to be sent, bounded in bytes. Each is compiled once, however many ask for it at the same time. */
export class PageStore {
  readonly #options: PageStoreOptions;
  readonly #pages: LRUCache<string, StoredPage>;
  readonly #withForms = new LRUCache<string, StoredPage>({ maxSize: MAX_FORM_BYTES, sizeCalculation: entrySize });
  readonly #loading = new Map<string, Promise<StoredPage>>();
  readonly #upgrades = new Map<string, Promise<void>>();
  hits = 0;
  misses = 0;

  constructor(options: PageStoreOptions) {
    this.#options = options;
    this.#pages = new LRUCache({
      maxSize: options.maxBytes,
      sizeCalculation: (page) => entrySize(page),
    });
  }

  /** As many as all pages together may take. */
  get maxBytes(): number {
    return this.#options.maxBytes;
  }

  get size(): number {
    return this.#pages.size;
  }

  get bytes(): number {
    return this.#pages.calculatedSize;
  }

  /** Pages that are being compiled or wait for it. */
  get compiling(): number {
    return this.#loading.size;
  }

  /** Pages that wait for their best encoding, or get it now. */
  get encoding(): number {
    return this.#upgrades.size;
  }

  /** The page when it is ready. */
  find(site: Site, request: PageRequest, representation: Representation): StoredPage | undefined {
    const page = this.#pages.get(pageKey(site, request, representation));
    if (page === undefined) this.misses += 1;
    else this.hits += 1;
    return page;
  }

  /** Compiles the page unless somebody else is at it. Rejects with the error of the compiler; nothing is kept then. */
  load(site: Site, request: PageRequest, representation: Representation): Promise<StoredPage> {
    const key = pageKey(site, request, representation);
    const ready = this.#pages.get(key);
    if (ready !== undefined) return Promise.resolve(ready);
    return this.#shared(key, () => this.#compile(key, site, request, representation));
  }

  /** Loads the page and waits until its best encoding is in place. */
  async warm(site: Site, request: PageRequest): Promise<void> {
    await this.load(site, request, 'page');
    await this.#upgrades.get(pageKey(site, request, 'page'));
  }

  /** A page with a form as a visitor filled it, compiled once for all who read the same about it and chose the same in it. */
  async loadWithForm(
    site: Site,
    request: PageRequest,
    formState: FormState,
    representation: Representation,
  ): Promise<FormAnswer> {
    const shape = formShape(site, formState);
    if (shape === null) {
      const template = await this.#compileTemplate(site, request, formState);
      return { page: encodeOnce(template, representation), values: {} };
    }
    const key = `${pageKey(site, request, representation)} ${shape.key}`;
    const page =
      this.#withForms.get(key) ??
      (await this.#shared(key, () => this.#compileForm(key, site, request, shape.state, representation)));
    return { page, values: shape.typed };
  }

  /** A page with what was asked for this request, for one visitor alone. */
  async loadWithData(
    site: Site,
    request: PageRequest,
    data: Readonly<Record<string, unknown>>,
    representation: Representation,
  ): Promise<StoredPage> {
    return encodeOnce(await this.#compileTemplate(site, request, noticeState(request), data), representation);
  }

  /** Compiles a page with something added to it for one visitor alone: it is neither kept nor compressed well. */
  async compileWith(site: Site, request: PageRequest, change: (template: Template) => Template): Promise<StoredPage> {
    return encodeOnce(change(await this.#compileTemplate(site, request, noticeState(request))), 'page');
  }

  clear(): void {
    this.#pages.clear();
    this.#withForms.clear();
  }

  /** One run for all who ask for it at the same time. */
  #shared(key: string, compile: () => Promise<StoredPage>): Promise<StoredPage> {
    let loading = this.#loading.get(key);
    if (loading === undefined) {
      loading = compile().finally(() => this.#loading.delete(key));
      this.#loading.set(key, loading);
    }
    return loading;
  }

  async #compileForm(
    key: string,
    site: Site,
    request: PageRequest,
    formState: FormState,
    representation: Representation,
  ): Promise<StoredPage> {
    const template = await this.#compileTemplate(site, request, formState);
    const source = sourceOf(template, representation);
    const page = keptPage(template, source, this.#encodeQuickly(encodeJob(source)), FORM_QUALITY);
    this.#withForms.set(key, page);
    return page;
  }

  async #compile(key: string, site: Site, request: PageRequest, representation: Representation): Promise<StoredPage> {
    const template = await this.#compileTemplate(site, request, noticeState(request));
    const source = sourceOf(template, representation);
    const job = encodeJob(source);
    const kept = await this.#best?.cache.read(job);
    const page = keptPage(template, source, kept ?? this.#encodeQuickly(job), BEST_QUALITY);
    this.#pages.set(key, page);
    // Navigation answers are asked for after the first page: quick is good enough for them.
    if (!kept && representation === 'page') this.#upgrade(key, page, job);
    return page;
  }

  async #compileTemplate(
    site: Site,
    { document, locale, arms, facets, path, moved, country }: PageRequest,
    formState: FormState | undefined,
    data?: CompileInput['data'],
  ): Promise<Template> {
    const started = performance.now();
    const input = {
      site,
      document,
      locale,
      arms,
      facets,
      path,
      moved,
      country,
      formState,
      data,
    };
    const template = await this.#options.compile(input);
    this.#options.onCompile?.((performance.now() - started) / 1000);
    return template;
  }

  get #best(): Exclude<PageCompression, 'quick'> | undefined {
    const { compression } = this.#options;
    return compression === 'quick' ? undefined : compression;
  }

  #encodeQuickly(job: EncodeJob): EncodedPage {
    return encode(job, this.#options.compression === undefined ? 'none' : 'quick');
  }

  #upgrade(key: string, page: StoredPage, job: EncodeJob): void {
    const best = this.#best;
    if (best === undefined) return;
    const upgrade = best.encoder.encode(job).then(async (encoded) => {
      if (encoded === null) return;
      if (this.#pages.peek(key) === page) this.#pages.set(key, { ...page, encoded, heads: new Map() });
      await best.cache.write(job, encoded);
    });
    this.#upgrades.set(
      key,
      upgrade.finally(() => this.#upgrades.delete(key)),
    );
  }
}

function storedPage(
  { key, contentSecurityPolicy, link }: Template,
  source: PageSource,
  encoded: EncodedPage,
): StoredPage {
  return { key, contentSecurityPolicy, link, source, encoded, skeletons: null, heads: new Map() };
}

/** @param quality Of Brotli, for pages with holes in the middle. */
function keptPage(template: Template, source: PageSource, encoded: EncodedPage, quality: number): StoredPage {
  const skeletons = isSegmented(source) ? new Skeletons(source, quality) : null;
  return { ...storedPage(template, withoutText(source), encoded), skeletons };
}

/** Nobody asks for it again. */
function encodeOnce(template: Template, representation: Representation): StoredPage {
  const source = sourceOf(template, representation);
  return storedPage(template, source, encodeOnDemand(source));
}

function noticeState({ notice }: PageRequest): FormState | undefined {
  return notice && { ...notice, values: {} };
}

function pageKey(
  site: Site,
  { document, locale, arms, facets, path, notice, moved, country }: PageRequest,
  representation: Representation,
): string {
  let key = `${site.revision} ${representation} ${document} ${locale} ${path}`;
  for (const arm of arms) key += ` ${arm}`;
  for (const facet of composeArms(site, document, arms)?.facets ?? []) key += ` ${facet}=${facets[facet]}`;
  if (moved) key += ' moved';
  if (country !== undefined) key += ` in ${country}`;
  if (notice !== undefined) key += ` ${notice.form} ${JSON.stringify(notice.errors)}`;
  return key;
}

/** A page with holes keeps its text twice, as a string and as the bytes of its pieces, and is compressed once more. */
function entrySize({ encoded, source, skeletons }: StoredPage): number {
  const bytes = ENTRY_OVERHEAD + sizeOf(encoded) + textSize(source);
  return skeletons === null ? bytes : 2 * bytes;
}

function textSize({ parts }: PageSource): number {
  return parts.reduce((size, part) => size + (typeof part === 'string' ? part.length : 0), 0);
}

function sourceOf(template: Template, representation: Representation): PageSource {
  return representation === 'page' ? pageSource(template) : navigationSource(template);
}
