import { byName } from '#engine/shared/by-name.ts';
import { memoizePerObject } from '#engine/shared/once-per.ts';
import type { DocumentId, ResolvedDocument, Site } from '#engine/documents/types.ts';
import { type Binding, blockBindings, metaBindings } from '#schemas/generated/bindings.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';

/** A reason why a variation cannot be sent in a language. */
export interface ReadinessFinding {
  readonly rule:
    | 'variation-exists'
    | 'variation-extends'
    | 'variation-texts'
    | 'variation-compiles'
    | 'variation-bytes'
    | 'variation-pictures';
  readonly message: string;
  /** What the message names, for its translations. */
  readonly values: Readonly<Record<string, string | number>>;
}

/** A page or landing that an experiment names and that does not exist, for instance because it was unpublished. */
export const reportMissingDocument = (document: DocumentId): ReadinessFinding => ({
  rule: 'variation-exists',
  message: `The document "${document}" does not exist.`,
  values: { document },
});

/**
 * Checks of a variation without rendering: it exists, extends the document unless it redirects, and all its
 * texts exist (N1, N2).
 */
export function checkVariation(
  site: Site,
  document: DocumentId,
  variant: DocumentId,
  locale: Locale,
  redirects = false,
): ReadinessFinding[] {
  const variation = site.documents.get(variant);
  if (variation === undefined) return [reportMissingDocument(variant)];
  const [base] = variation.bases;
  if (!redirects && variant !== document && base !== undefined && !variation.bases.includes(document)) {
    const message = `"${variant}" is a variant of "${base}", not of "${document}".`;
    return [{ rule: 'variation-extends', message, values: { variant, base, document } }];
  }
  return findMissingTexts(site, variation, locale).map((key) => ({
    rule: 'variation-texts',
    message: `The text "${key}" does not exist in "${locale}".`,
    values: { text: key },
  }));
}

/** A variation with missing images would appear later than the others: `pending` are the paths of files that do not exist yet. */
export function checkImages(pending: readonly string[]): ReadinessFinding[] {
  const [first, ...others] = pending;
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : `, and ${others.length} more files`;
  const message = `The image "${first}" is not made yet${more}.`;
  return [{ rule: 'variation-pictures', message, values: { images: pending.length } }];
}

/** Keys of a document's texts that a language lacks, so that they fall back to another one. */
export function findMissingTexts(
  site: Pick<Site, 'texts'>,
  document: ResolvedDocument,
  locale: Locale,
): readonly string[] {
  const texts = site.texts.get(locale);
  return textKeys(document).filter((key) => texts?.has(key) !== true && !isPlural(key, texts));
}

function isPlural(key: string, texts: ReadonlyMap<string, string> | undefined): boolean {
  return texts?.has(`${key}_other`) === true;
}

const bindingsByType = byName<readonly Binding[]>(blockBindings);

/** Languages and revisions share a document. */
const textKeys = memoizePerObject((document: ResolvedDocument): readonly string[] => {
  const keys = new Set<string>(keysAt(document.meta, metaBindings));
  const visit = (blocks: ResolvedDocument['blocks']): void => {
    for (const { type, props, blocks: inner } of blocks) {
      for (const key of keysAt(props, bindingsByType[type] ?? [])) keys.add(key);
      visit(inner);
    }
  };
  visit(document.blocks);
  return [...keys];
});

function keysAt(value: unknown, bindings: readonly Binding[]): readonly string[] {
  return bindings
    .filter(({ as }) => as === 'text')
    .flatMap(({ path }) => valuesAt(value, path))
    .filter((found) => typeof found === 'string');
}

/** `[]` means every item of an array, `*` every key of a map. */
function valuesAt(value: unknown, [step, ...rest]: readonly string[]): readonly unknown[] {
  if (step === undefined) return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (step === '[]') return Array.isArray(value) ? value.flatMap((item) => valuesAt(item, rest)) : [];
  if (step === '*') return Object.values(value).flatMap((item) => valuesAt(item, rest));
  return Object.hasOwn(value, step) ? valuesAt((value as Readonly<Record<string, unknown>>)[step], rest) : [];
}
