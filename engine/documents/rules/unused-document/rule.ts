import { DEFAULT_LANDING } from '#engine/shared/default-landing.ts';
import { isObject } from '../../json.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Rule } from '../rule.ts';
import type { WrittenDocument } from '../../written.ts';

export const unusedDocument: Rule = {
  id: 'unused-document',
  severity: 'warning',
  isGuess: true,
  description:
    'Every fragment, every form and every further brand is used by a document, and every landing is reachable by an address, an experiment or a code.',
  project: function* ({ written }) {
    // Landings are most of the documents, and the last that name one.
    const documents = [...written.values()].toSorted(
      (one, other) => Number(one.kind === 'landing') - Number(other.kind === 'landing'),
    );
    yield* unusedFragments(documents);
    yield* unusedForms(documents);
    yield* unusedBrands(documents);
    yield* strandedLandings(documents);
  },
};

function* unusedFragments(documents: readonly WrittenDocument[]): Generator<FindingDraft> {
  const used = new Set(documents.flatMap(({ references }) => references.map(({ to }) => to)));
  for (const { id, kind, file } of documents) {
    if (kind !== 'fragment' || used.has(id)) continue;
    yield {
      location: { file, path: [] },
      message: `No document uses the fragment "${id}". Use it or delete the file.`,
      found: id,
    };
  }
}

/** A form is shown by a block that names it. */
function* unusedForms(documents: readonly WrittenDocument[]): Generator<FindingDraft> {
  for (const { id, kind, file } of documents) {
    if (kind !== 'form' || documents.some((other) => other.id !== id && names(other.value, id))) continue;
    yield {
      location: { file, path: [] },
      message: `No block shows the form "${id}". Add a block of the type "form" that names it, ask it as "questions" of another form, or delete the file.`,
      found: id,
    };
  }
}

function* unusedBrands(documents: readonly WrittenDocument[]): Generator<FindingDraft> {
  for (const { id, kind, file } of documents) {
    if (kind !== 'brand' || id === 'brand' || documents.some((other) => names(other.value, id))) continue;
    yield {
      location: { file, path: [] },
      message: `No page has the brand "${id}". Name it as "brand" of a page or a landing, or delete the file.`,
      found: id,
    };
  }
}

/** A landing without a slug is shown only by another document, or by a code of a journey, which the check does not see. */
function* strandedLandings(documents: readonly WrittenDocument[]): Generator<FindingDraft> {
  const open = documents.filter(
    ({ id, kind, value }) => kind === 'landing' && id !== DEFAULT_LANDING && !('slug' in value),
  );
  for (const { id, file } of open) {
    if (documents.some((other) => other.id !== id && names(other.value, id))) continue;
    yield {
      location: { file, path: [] },
      message: `The landing "${id}" is unreachable: it has no slug, and no experiment and no other document names it. Give it a "slug", or make it a variation of an experiment; unless codes of a journey lead to it, it is never shown.`,
      expected: 'a "slug", or an experiment that names it',
      found: id,
    };
  }
}

function names(value: unknown, id: string): boolean {
  if (value === id) return true;
  if (Array.isArray(value)) return value.some((item) => names(item, id));
  return isObject(value) && Object.values(value).some((item) => names(item, id));
}
