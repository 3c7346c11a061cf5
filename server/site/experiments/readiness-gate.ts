import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { DocumentId, Site } from '#engine/documents/types.ts';
import { checkVariation, checkImages, type ReadinessFinding } from '#engine/experiments/readiness.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { FlagStore } from '#server/site/flags/flag-store.ts';
import type { StoredPageRequest } from '#server/site/store/default-pages.ts';
import { createLeastBytes } from '#server/site/brotli-bytes.ts';
import { type VariationWeights, getVariationId } from './variation-weights.ts';
import { listLostExperiments, listVariationCells, checkRendered } from './check-variations.ts';
import type { UnavailableVariation, UnavailableVariations } from './unavailable-variations.ts';

/** Compiled pages of variations, rendered ahead. */
export interface VariationPages {
  /** Compiles a page and waits for its best compression. */
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
  /** Images of a variation that are not encoded yet; default: all exist. */
  readonly unmadeImages?: ((site: Site, variant: DocumentId) => readonly string[]) | undefined;
  /** Receives page weights by variation; optional. */
  readonly weights?: VariationWeights | undefined;
  /** Receives unavailable variations with reasons; optional. */
  readonly unavailableVariations?: UnavailableVariations | undefined;
  /** False in development, where pages are not compressed. */
  readonly weighs: boolean;
}

/** Pause between two variations in milliseconds, for requests. */
const PAUSE_MS = 5;

/**
 * Disables experiments while one of their variations is unavailable (N1, N2): by the documents immediately, by rendering as soon as it is known. Rendering
 * ahead also makes variations as fast to send as the control.
 */
export class ReadinessGate {
  readonly #options: ReadinessGateOptions;
  #round = 0;

  constructor(options: ReadinessGateOptions) {
    this.#options = options;
  }

  /** Checks all variations again; a newer call cancels an older one. Never rejects. */
  async check(render = true): Promise<void> {
    const { store, site: currentSite, log } = this.#options;
    this.#round += 1;
    const round = this.#round;
    const { facts } = store;
    if (facts === undefined) return;
    const site = currentSite();
    const unready = new Set<string>();
    const reported = new Map<string, UnavailableVariation>();
    const report = (experiment: string, locale: Locale, reasons: readonly ReadinessFinding[]): void => {
      const key = `${experiment} ${locale}`;
      const known = new Map((reported.get(key)?.reasons ?? []).map((reason) => [reason.message, reason]));
      for (const reason of reasons) known.set(reason.message, reason);
      reported.set(key, { experiment, locale, reasons: [...known.values()] });
    };
    const refuse = (experiment: string, locale: Locale, reasons: readonly ReadinessFinding[]): void => {
      if (reasons.length === 0) return;
      const key = `${experiment} ${locale}`;
      if (!unready.has(key))
        log.warn(
          { experiment, locale, reasons: reasons.map(({ message }) => message) },
          'A variation is not ready; enrolment is off there.',
        );
      unready.add(key);
      report(experiment, locale, reasons);
    };
    for (const { experiment, finding } of listLostExperiments(site, facts))
      for (const locale of site.config.locales.available) refuse(experiment, locale, [finding]);
    const cells = [...listVariationCells(site, facts)];
    const waiting = new Map<string, string>();
    for (const { experiment, document, variant, locale, redirects } of cells) {
      refuse(experiment, locale, checkVariation(site, document, variant, locale, redirects));
      for (const finding of checkImages(this.#options.unmadeImages?.(site, variant) ?? [])) {
        unready.add(`${experiment} ${locale}`);
        waiting.set(experiment, finding.message);
        report(experiment, locale, [finding]);
      }
    }
    // Temporary and the same in all languages, hence not an error.
    for (const [experiment, reason] of waiting)
      log.info({ experiment, reason }, 'A variation waits for its images; enrolment is off until they are ready.');
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
        const key = getVariationId(cell);
        weights.set(key, [...(weights.get(key) ?? []), bytes]);
      }
      refuse(cell.experiment, cell.locale, findings);
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
    store.refuse(unready);
    this.#options.unavailableVariations?.set([...reported.values()]);
    this.#options.weights?.set(weights);
  }

  /** Measured with the best compression, independent of `PAGE_COMPRESSION`. */
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
