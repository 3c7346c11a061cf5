import { LRUCache } from 'lru-cache';
import type { CompileInput, FormState, Template } from '#engine/compile/types.ts';
import type { Site } from '#engine/documents/types.ts';
import type { StoredPageRequest } from '#server/site/store/default-pages.ts';
import type { BackgroundEncoder } from './background-encoder.ts';
import {
  BROTLI_QUALITY,
  hashJob,
  encodeInPool,
  createEncodeJob,
  encodeOnDemand,
  getEncodedSize,
  type EncodedPage,
  type EncodeJob,
} from './encode-page.ts';
import type { EncodedPageCache } from './encoded-page-cache.ts';
import type { BuiltPage, PackedPage } from './page-pack.ts';
import { nameInSite } from './page-name.ts';
import {
  createNavigationSource,
  createPageSource,
  measureShape,
  type PageShape,
  type PageSource,
  type Representation,
  type Values,
} from './page-source.ts';
import { describeFormShape } from './describe-form-shape.ts';
import { type SkeletonQuality, Skeletons } from './skeletons.ts';

/** A compiled page, ready to be sent. */
export interface StoredPage {
  /** Key of its template. */
  readonly key: string;
  readonly contentSecurityPolicy: string;
  readonly link: string;
  readonly shape: PageShape;
  readonly encoded: EncodedPage;
  /** `null` for a page without holes in the middle. */
  readonly skeletons: Skeletons | null;
  /** Header lists of shared responses by their inputs, cached by the sender. */
  readonly heads: Map<string, readonly string[]>;
}

/** How pages are compressed; not at all in development. */
export type PageCompression =
  | 'quick'
  /** Fast for the first response; the best compression for later ones, in the background, cached on disk. */
  | { readonly encoder: BackgroundEncoder; readonly cache: EncodedPageCache };

export interface PageStoreOptions {
  readonly compile: (input: CompileInput) => Promise<Template>;
  readonly maxBytes: number;
  readonly compression?: PageCompression;
  /** Pages compiled by a build; default: none. */
  readonly built?: BuiltPages | undefined;
  /** Called for each compilation with its duration in seconds. */
  readonly onCompile?: (seconds: number) => void;
}

/** Pages that a build has compiled and compressed, on disk. */
export interface BuiltPages {
  /** `undefined` when it must be compiled. */
  find(site: Site, request: StoredPageRequest): BuiltPage | undefined;
  /** `null` when it must be compiled. */
  read(site: Site, request: StoredPageRequest): Promise<PackedPage | null>;
}

/** A page with a filled form, and the typed values. */
export interface FilledFormPage {
  readonly page: StoredPage;
  /** Values for holes, beside those of the decision. */
  readonly values: Values;
}

/** Approximate overhead of an entry. */
const ENTRY_OVERHEAD = 2048;

/** Maximum bytes of pages with forms, so that unusual submissions cannot evict other pages. */
const MAX_FORM_BYTES = 16 * 1024 * 1024;

/** Forms use fast compression: there are many states of a form, and each is seen rarely. */
const QUICK: SkeletonQuality = { quick: BROTLI_QUALITY.quick };
const BEST: SkeletonQuality = { quick: BROTLI_QUALITY.quick, best: BROTLI_QUALITY.best };

/** Cache of pages, bounded in bytes. Concurrent requests for a page share one compilation. */
export class PageStore {
  readonly #options: PageStoreOptions;
  readonly #pages: LRUCache<string, StoredPage>;
  readonly #withForms = new LRUCache<string, StoredPage>({ maxSize: MAX_FORM_BYTES, sizeCalculation: entrySize });
  readonly #loading = new Map<string, Promise<StoredPage>>();
  readonly #improving = new Map<string, Promise<void>>();
  /** Number of calls of `clear`. */
  #clears = 0;
  hits = 0;
  misses = 0;

  constructor(options: PageStoreOptions) {
    this.#options = options;
    this.#pages = new LRUCache({
      maxSize: options.maxBytes,
      sizeCalculation: (page) => entrySize(page),
    });
  }

  /** Maximum total bytes of pages. */
  get maxBytes(): number {
    return this.#options.maxBytes;
  }

  get size(): number {
    return this.#pages.size;
  }

  get bytes(): number {
    return this.#pages.calculatedSize;
  }

  /** Pages that are being compiled or are queued. */
  get compiling(): number {
    return this.#loading.size;
  }

  /** Pages that are being recompressed or are queued. */
  get encoding(): number {
    return this.#improving.size;
  }

  /** The page, if it is cached. */
  find(site: Site, request: StoredPageRequest, representation: Representation): StoredPage | undefined {
    const page = this.#pages.get(pageKey(site, request, representation));
    if (page === undefined) this.misses += 1;
    else this.hits += 1;
    return page;
  }

  /** Whether the page can be sent without compilation, which takes ten times as long as reading a built page. */
  isAtHand(site: Site, request: StoredPageRequest, representation: Representation): boolean {
    if (this.#pages.has(pageKey(site, request, representation))) return true;
    return representation === 'page' && this.#options.built?.find(site, request) !== undefined;
  }

  /** Reads a built page or compiles it, once for concurrent requests. Rejects with the error of the compiler, which is not cached. */
  load(site: Site, request: StoredPageRequest, representation: Representation): Promise<StoredPage> {
    const key = pageKey(site, request, representation);
    const ready = this.#pages.get(key);
    if (ready !== undefined) return Promise.resolve(ready);
    return this.#shared(key, () => this.#compile(key, site, request, representation));
  }

  /** Loads the page and waits for its best compression. */
  async warm(site: Site, request: StoredPageRequest): Promise<void> {
    await this.load(site, request, 'page');
    await this.#improving.get(pageKey(site, request, 'page'));
  }

  /**
   * Prepares a page and waits for its best compression: on disk where a build has it, since it may never be requested, otherwise in memory. Returns whether
   * anything had to be done.
   */
  async prepare(site: Site, request: StoredPageRequest): Promise<boolean> {
    const built = this.#options.built?.find(site, request);
    const best = this.#best;
    if (built && (built.isBest || best === undefined || (await best.cache.has(built.content)))) return false;
    const page = built && (await this.#options.built?.read(site, request));
    if (built && page) await this.#improve(pageKey(site, request, 'page'), page, built.content);
    else await this.warm(site, request);
    return true;
  }

  /** A page with a filled form, compiled once for all requests with the same errors and choices. */
  async loadWithForm(
    site: Site,
    request: StoredPageRequest,
    formState: FormState,
    representation: Representation,
  ): Promise<FilledFormPage> {
    const shape = describeFormShape(site, formState);
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

  /** A page with data for one visitor. */
  async loadWithData(
    site: Site,
    request: StoredPageRequest,
    data: Readonly<Record<string, unknown>>,
    representation: Representation,
  ): Promise<StoredPage> {
    return encodeOnce(await this.#compileTemplate(site, request, noticeState(request), data), representation);
  }

  /** Compiles a changed page for one visitor; neither cached nor recompressed. */
  async compileWith(
    site: Site,
    request: StoredPageRequest,
    change: (template: Template) => Template,
  ): Promise<StoredPage> {
    return encodeOnce(change(await this.#compileTemplate(site, request, noticeState(request))), 'page');
  }

  /** Drops all pages, queued compressions, and running compilations once they are sent. */
  clear(): void {
    this.#clears += 1;
    this.#loading.clear();
    this.#pages.clear();
    this.#withForms.clear();
    // Each queued page would keep its site in memory, and those of the next site waiting.
    this.#best?.encoder.clear();
  }

  /** Shares one compilation between concurrent requests. */
  #shared(key: string, compile: () => Promise<StoredPage>): Promise<StoredPage> {
    const loading = this.#loading.get(key);
    if (loading === undefined) {
      const started = compile().finally(() => {
        if (this.#loading.get(key) === started) this.#loading.delete(key);
      });
      this.#loading.set(key, started);
      return started;
    }
    return loading;
  }

  async #compileForm(
    key: string,
    site: Site,
    request: StoredPageRequest,
    formState: FormState,
    representation: Representation,
  ): Promise<StoredPage> {
    const clears = this.#clears;
    const template = await this.#compileTemplate(site, request, formState);
    const source = createSource(template, representation);
    const page = cachedPage(
      { ...template, shape: measureShape(source), encoded: await this.#encodeQuickly(createEncodeJob(source)) },
      QUICK,
    );
    if (clears === this.#clears) this.#withForms.set(key, page);
    return page;
  }

  async #compile(
    key: string,
    site: Site,
    request: StoredPageRequest,
    representation: Representation,
  ): Promise<StoredPage> {
    const clears = this.#clears;
    const found = representation === 'page' ? await this.#readBuilt(site, request) : null;
    const { made, content, isBest = false } = found ?? (await this.#make(site, request, representation));
    const best = isBest ? null : await this.#best?.cache.read(content);
    const page = cachedPage(best ? { ...made, encoded: best } : made, this.#best ? BEST : QUICK);
    if (clears !== this.#clears) return page;
    this.#pages.set(key, page);
    // Navigation responses are requested after the first page, so fast compression suffices.
    if (!isBest && !best && representation === 'page') void this.#improve(key, page, content);
    return page;
  }

  async #readBuilt(site: Site, request: StoredPageRequest): Promise<MadePage | null> {
    const built = this.#options.built?.find(site, request);
    const made = built && (await this.#options.built?.read(site, request));
    return built && made ? { ...built, made } : null;
  }

  async #make(site: Site, request: StoredPageRequest, representation: Representation): Promise<MadePage> {
    const template = await this.#compileTemplate(site, request, noticeState(request));
    const source = createSource(template, representation);
    const job = createEncodeJob(source);
    return {
      made: { ...template, shape: measureShape(source), encoded: await this.#encodeQuickly(job) },
      content: hashJob(job),
    };
  }

  async #compileTemplate(
    site: Site,
    { document, locale, variations, facets, path, moved, country }: StoredPageRequest,
    formState: FormState | undefined,
    data?: CompileInput['data'],
  ): Promise<Template> {
    const started = performance.now();
    const input = {
      site,
      document,
      locale,
      variations,
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

  #encodeQuickly(job: EncodeJob): Promise<EncodedPage> {
    return encodeInPool(job, this.#options.compression === undefined ? 'none' : 'quick');
  }

  /** Recompresses a page for later responses. */
  #improve(key: string, made: Pick<PageParts, 'key' | 'encoded'>, content: string): Promise<void> {
    const best = this.#best;
    if (best === undefined) return Promise.resolve();
    let improving = this.#improving.get(key);
    if (improving === undefined) {
      improving = best.encoder
        .encode(made.encoded)
        .then(async (encoded) => {
          if (encoded === null) return;
          const page = this.#pages.peek(key);
          // It may have been replaced meanwhile by an equal page.
          if (page?.key === made.key) this.#pages.set(key, { ...page, encoded, heads: new Map() });
          await best.cache.write(content, encoded);
        })
        .finally(() => this.#improving.delete(key));
      this.#improving.set(key, improving);
    }
    return improving;
  }
}

/** A page ready to be cached. */
interface MadePage {
  readonly made: PageParts;
  /** See `hashJob`. */
  readonly content: string;
  readonly isBest?: boolean;
}

type PageParts = Omit<StoredPage, 'skeletons' | 'heads'>;

/** @param quality for pages with holes in the middle */
function cachedPage(
  { key, contentSecurityPolicy, link, shape, encoded }: PageParts,
  quality: SkeletonQuality,
): StoredPage {
  const hasPieces = shape.representation === 'page' && shape.holes.length > 0;
  const skeletons = hasPieces ? new Skeletons(quality) : null;
  return { key, contentSecurityPolicy, link, shape, encoded, skeletons, heads: new Map() };
}

/** Encodes a page for a single response. */
function encodeOnce(
  { key, contentSecurityPolicy, link, ...template }: Template,
  representation: Representation,
): StoredPage {
  const source = createSource(template, representation);
  const encoded = encodeOnDemand(source);
  return { key, contentSecurityPolicy, link, shape: measureShape(source), encoded, skeletons: null, heads: new Map() };
}

function noticeState({ notice }: StoredPageRequest): FormState | undefined {
  return notice && { ...notice, values: {} };
}

function pageKey(site: Site, request: StoredPageRequest, representation: Representation): string {
  return `${site.revision} ${representation} ${nameInSite(site, request)}`;
}

/** Pages with holes hold their parts as well, and a recompressed copy for requests with values. */
function entrySize({ encoded, shape, skeletons }: StoredPage): number {
  const bytes = ENTRY_OVERHEAD + getEncodedSize(encoded);
  return skeletons === null ? bytes : 2 * bytes + shape.bytes;
}

function createSource(
  template: Pick<Template, 'parts' | 'tail' | 'end' | 'navigation'>,
  representation: Representation,
): PageSource {
  return representation === 'page' ? createPageSource(template) : createNavigationSource(template);
}
