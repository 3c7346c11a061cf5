import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { DocumentId, Site } from '#engine/documents/types.ts';
import { checkVariation, checkImages } from '#engine/experiments/readiness.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { FlagStore } from '#server/site/flags/flag-store.ts';
import type { StoredPageRequest } from '#server/site/store/default-pages.ts';
import { createLeastBytes } from '#server/site/brotli-bytes.ts';
import { type VariationWeights, variationId } from './variation-weights.ts';
import { variationCells, checkRendered } from './check-variations.ts';
import type { UnavailableVariation, UnavailableVariations } from './unavailable-variations.ts';

/** Compiled pages, as far as variations are made ready ahead and weighed. */
export interface VariationPages {
  /** Compiles a page and waits for its best encoding. */
  warm(site: Site, page: StoredPageRequest): Promise<void>;
  load(
    site: Site,
    page: StoredPageRequest,
    representation: 'page',
  ): Promise<{ readonly encoded: { readonly br: Buffer } }>;
}

export interface ReadinessGateOptions {
  readonly store: FlagStore;
  readonly site: () => Site;
  readonly pages: VariationPages;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  /** Paths of images of a variation that are still to be made; all are there when left out. */
  readonly unmadeImages?: ((site: Site, variant: DocumentId) => readonly string[]) | undefined;
  /** Gets what variations weigh once they are rendered; nobody does when left out. */
  readonly weights?: VariationWeights | undefined;
  /** Gets the variations that are not ready, and why; nobody does when left out. */
  readonly unavailableVariations?: UnavailableVariations | undefined;
  /** Bytes of an encoded page say nothing in development, where nothing is compressed. */
  readonly weighs: boolean;
}

/** Milliseconds left to visitors between two variations. */
const PAUSE_MS = 5;

/**
 * Keeps experiments from running where one of their variations is not ready (N1, N2): what the documents show at once, what rendering
 * shows as soon as it is known. Rendering variations ahead also makes them as quick to send as the base.
 */
export class ReadinessGate {
  readonly #options: ReadinessGateOptions;
  #round = 0;

  constructor(options: ReadinessGateOptions) {
    this.#options = options;
  }

  /** Looks at all variations again; a newer call ends an older one. Never rejects. */
  async check(render = true): Promise<void> {
    const { store, site: currentSite, log } = this.#options;
    this.#round += 1;
    const round = this.#round;
    const { facts } = store;
    if (facts === undefined) return;
    const site = currentSite();
    const unready = new Set<string>();
    const reported = new Map<string, UnavailableVariation>();
    const report = (experiment: string, locale: Locale, reasons: readonly string[]): void => {
      const key = `${experiment} ${locale}`;
      const known = reported.get(key)?.reasons ?? [];
      reported.set(key, { experiment, locale, reasons: [...new Set([...known, ...reasons])] });
    };
    const refuse = (experiment: string, locale: Locale, reasons: readonly string[]): void => {
      if (reasons.length === 0) return;
      const key = `${experiment} ${locale}`;
      if (!unready.has(key))
        log.warn({ experiment, locale, reasons }, 'A variation is not ready; nobody takes part there.');
      unready.add(key);
      report(experiment, locale, reasons);
    };
    const cells = [...variationCells(site, facts)];
    const waiting = new Map<string, string>();
    for (const { experiment, document, variant, locale, redirects } of cells) {
      refuse(
        experiment,
        locale,
        checkVariation(site, document, variant, locale, redirects).map(({ message }) => message),
      );
      for (const { message } of checkImages(this.#options.unmadeImages?.(site, variant) ?? [])) {
        unready.add(`${experiment} ${locale}`);
        waiting.set(experiment, message);
        report(experiment, locale, [message]);
      }
    }
    // The same in all languages, and nobody's mistake.
    for (const [experiment, reason] of waiting)
      log.info({ experiment, reason }, 'A variation waits for its images; nobody takes part until they are made.');
    store.refuse(new Set(unready));
    this.#options.unavailableVariations?.set([...reported.values()]);
    if (!render) return;
    const weights = new Map<string, number[]>();
    const least = createLeastBytes();
    for (const cell of cells) {
      const { bytes, findings } = await checkRendered(site, cell, (page, budget) =>
        this.#countBytes(site, page, budget, least),
      );
      if (round !== this.#round || currentSite() !== site) return;
      if (bytes > 0) {
        const key = variationId(cell);
        weights.set(key, [...(weights.get(key) ?? []), bytes]);
      }
      refuse(
        cell.experiment,
        cell.locale,
        findings.map(({ message }) => message),
      );
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
    store.refuse(unready);
    this.#options.unavailableVariations?.set([...reported.values()]);
    this.#options.weights?.set(weights);
  }

  /** A variation is no heavier because a server compresses in a hurry (`PAGE_COMPRESSION`), or had no time yet to do it well. */
  async #countBytes(
    site: Site,
    page: StoredPageRequest,
    budget: number,
    least: ReturnType<typeof createLeastBytes>,
  ): Promise<number> {
    await this.#options.pages.warm(site, page);
    const { encoded } = await this.#options.pages.load(site, page, 'page');
    if (!this.#options.weighs) return 0;
    return encoded.br.length > budget ? least(encoded.br, budget) : encoded.br.length;
  }
}
