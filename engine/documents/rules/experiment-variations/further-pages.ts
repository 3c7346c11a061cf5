import { suggestName } from '#engine/shared/suggest-name.ts';
import type { ExpandedDocument } from '../../inheritance/expander.ts';
import { selectObjects } from '../../json.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import { type SourceLocation, formatPath } from '../../source-location.ts';
import type { Project } from '../../project.ts';
import type { DocumentId } from '../../types.ts';
import type { WrittenDocument } from '../../written.ts';

/** Each further page is different, and its variations belong to the experiment and show the page or variants of it. */
export function* checkFurtherPages({ file, value }: WrittenDocument, { expanded }: Project): Generator<FindingDraft> {
  const pages = selectObjects(value['pages']);
  const variations = selectObjects(value['variations']);
  const keys = variations.flatMap(({ key }) => (typeof key === 'string' ? [key] : []));
  const redirecting = variations.findIndex(({ redirect }) => redirect !== undefined);
  if (pages.length > 0 && redirecting >= 0)
    yield {
      location: { file, path: ['variations', redirecting, 'redirect'] },
      message:
        'An experiment of several pages cannot redirect: visitors of this variation would see the same page on the others as all the rest. Show a variant, or test the redirect by itself.',
      expected: '"variant", or no "pages"',
      found: variations[redirecting]?.['redirect'],
    };
  for (const [index, { document, variations: own }] of pages.entries()) {
    const before = [value['document'], ...pages.slice(0, index).map((page) => page['document'])];
    if (before.includes(document))
      yield {
        location: { file, path: ['pages', index, 'document'] },
        message: `"${String(document)}" is a page of this experiment already.`,
        expected: 'a landing or page that it does not name yet',
        found: document,
      };
    for (const [at, { key, variant }] of selectObjects(own).entries()) {
      const path = ['pages', index, 'variations', at];
      if (typeof key === 'string') yield* unknownKey(key, { keys, at, own }, { file, path: [...path, 'key'] });
      const variation = typeof variant === 'string' ? expanded.get(variant) : undefined;
      if (variation !== undefined && typeof document === 'string' && isForeign(variation, document))
        yield buildForeign(variation, document, { file, path: [...path, 'variant'] });
    }
  }
}

interface Among {
  /** Keys of all variations of the experiment. */
  readonly keys: readonly string[];
  /** Its index among the variations of the page. */
  readonly at: number;
  readonly own: unknown;
}

function* unknownKey(key: string, { keys, at, own }: Among, location: SourceLocation): Generator<FindingDraft> {
  const isDoubled = selectObjects(own).findIndex((variation) => variation['key'] === key) < at;
  if (keys.includes(key) && !isDoubled) return;
  yield {
    location,
    message: isDoubled
      ? `The variation "${key}" shows something on this page already.`
      : `This experiment has no variation "${key}".`,
    expected: `one of ${keys.join(', ')}${isDoubled ? ', each once' : ''}`,
    found: key,
    suggestion: isDoubled ? undefined : suggestName(key, keys),
  };
}

/** Whether a document is a variant of a third one and so cannot be a variation. */
export const isForeign = ({ id, bases }: ExpandedDocument, document: DocumentId): boolean =>
  id !== document && bases.length > 0 && !bases.includes(document);

export const buildForeign = (
  { id, bases }: ExpandedDocument,
  document: DocumentId,
  location: SourceLocation,
): FindingDraft => ({
  location,
  message: `"${id}" is a variant of "${bases[0] ?? ''}", not of "${document}", which this experiment tests.`,
  expected: `a variant that extends "${document}", or a whole landing`,
  found: id,
});

const OF_HOLDOUT =
  'All variations of a holdout show the document itself, and visitors count when their page is sent: it only decides who takes part in the experiments that name it as a prerequisite.';

/** A holdout only splits visitors; its dependent experiments define what they see. */
export function* findShownByHoldout({ file, value }: WrittenDocument): Generator<FindingDraft> {
  const written = [
    ...selectObjects(value['variations']).flatMap((variation, index) =>
      ['variant', 'redirect'].map((name) => ({ path: ['variations', index, name], found: variation[name] })),
    ),
    ...selectObjects(value['pages']).map(({ variations }, index) => ({
      path: ['pages', index, 'variations'],
      found: variations,
    })),
    { path: ['exposeOn'], found: value['exposeOn'] },
  ];
  for (const { path, found } of written) {
    if (found === undefined) continue;
    yield {
      location: { file, path },
      message: OF_HOLDOUT,
      expected: `no "${String(path.at(-1))}", or no "holdout"`,
      found,
      // An experiment that shows several things was none when it was written.
      together: {
        location: { file, path: ['holdout'] },
        message: `${OF_HOLDOUT} Take "holdout" out, or what it does not have:`,
        expected: 'an experiment without "holdout"',
        name: formatPath(path),
      },
    };
  }
}
