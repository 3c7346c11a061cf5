import { toCanonicalJson } from '#engine/shared/to-canonical-json.ts';
import { InternalError } from '#engine/shared/errors.ts';
import { sha256 } from '#engine/shared/hash.ts';
import type { BrandDocument, SiteDocument } from '#schemas/generated/documents.ts';
import { defaultGoalMetric } from '#schemas/generated/events.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import { buildBrand, buildFurtherBrand, type FurtherBrand } from './brand/brand.ts';
import { buildExperiments } from './build-experiments.ts';
import { PHASES_FILE, readPhases } from './experiment-phases.ts';
import { buildForms } from './forms/build-forms.ts';
import { buildJourneys } from './journeys/build-journeys.ts';
import { deepFreeze } from './json.ts';
import type { ProjectFiles } from './read-files.ts';
import { memoizePerObject } from '#engine/shared/once-per.ts';
import type { Source } from './source.ts';
import type { TextStore } from './texts.ts';
import type { DocumentId, ResolvedDocument, ResolveInput, Site } from './types.ts';
import type { WrittenDocument } from './written.ts';

/** Builds the site; only for a project without errors. */
export function buildSite(
  files: ProjectFiles,
  store: TextStore,
  documents: ReadonlyMap<DocumentId, ResolvedDocument>,
  { deployment, journeys }: Pick<ResolveInput, 'deployment' | 'journeys'>,
): Site {
  const written = files.written.get('site');
  const look = files.written.get('brand');
  if (written === undefined || look === undefined)
    throw new InternalError('A site without a site document and a brand passed its rules.');
  // Both documents are validated.
  const config = deepFreeze(written.value) as unknown as SiteDocument;
  const brand = deepFreeze(look.value) as unknown as BrandDocument;
  const brands = buildBrands(files.written.values());
  const texts = groupTexts(store);
  const parts = [...documents].map(([id, document]) => [id, document.hash]);
  const phases = readPhases(files.sources.get(PHASES_FILE)?.value);
  const experiments = buildExperiments(files.written.values(), phases, defaultGoalMetric ?? undefined);
  const journeyDocuments = buildJourneys(files.written.values());
  const forms = buildForms(files.written.values());
  const revision = sha256(
    toCanonicalJson([
      parts,
      texts.hash,
      config,
      brand,
      deployment,
      experiments,
      Object.fromEntries(journeyDocuments),
      Object.fromEntries(forms),
      ...(brands.size === 0 ? [] : [Object.fromEntries(brands)]),
    ]),
  ).slice(0, 16);
  return Object.freeze({
    revision,
    deployment: Object.freeze({ ...deployment }),
    config,
    brand: Object.freeze(buildBrand(brand)),
    brands,
    documents,
    experiments,
    texts: texts.byLocale,
    journeys,
    journeyDocuments,
    forms,
  });
}

function buildBrands(written: Iterable<WrittenDocument>): ReadonlyMap<DocumentId, FurtherBrand> {
  const brands = [...written].filter(({ id, kind }) => kind === 'brand' && id !== 'brand');
  return new Map(
    // Validated documents.
    brands.map(({ id, file, value }) => [id, buildFurtherBrand(deepFreeze(value) as unknown as BrandDocument, file)]),
  );
}

interface Texts {
  readonly byLocale: Site['texts'];
  readonly hash: string;
}

const known = new WeakMap<TextStore, Texts>();
/** Cached, because a change affects one file. */
const hashSource = memoizePerObject(({ value }: Source) => sha256(toCanonicalJson(value)));

/** One object per set of texts, so that callers can cache by it. */
function groupTexts(store: TextStore): Texts {
  const before = known.get(store);
  if (before !== undefined) return before;
  const byLocale = new Map<Locale, Map<string, string>>(locales.map((locale) => [locale, new Map()]));
  for (const [key, versions] of store.keys) {
    for (const [locale, { text }] of versions) byLocale.get(locale)?.set(key, text);
  }
  const files = [...store.namespaces].map(([locale, sources]) => [
    locale,
    [...sources].map(([namespace, source]) => [namespace, hashSource(source)]).toSorted(),
  ]);
  const texts = { byLocale, hash: sha256(toCanonicalJson(files)) };
  known.set(store, texts);
  return texts;
}
