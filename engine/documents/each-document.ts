import { memoizePerObject } from '#engine/shared/once-per.ts';
import { sha256 } from '#engine/shared/hash.ts';
import { hashOfSource, inspectPart } from './check-cache.ts';
import type { FindingDraft } from './finding-draft.ts';
import type { ExpandedDocument } from './inheritance/expander.ts';
import type { Project } from './project.ts';

/** Hash of all files that a document is made of. */
export const hashOfDocument = memoizePerObject(({ sources }: ExpandedDocument): string =>
  sha256(sources.map(({ source }) => hashOfSource(source)).join(' ')),
);

/** After a change, the documents of one group are inspected again. */
const GROUPS = 64;

interface DocumentGroup {
  readonly documents: readonly ExpandedDocument[];
  readonly hash: string;
}

const getGroups = memoizePerObject((expanded: Project['expanded']): readonly DocumentGroup[] =>
  [...Map.groupBy(expanded.values(), ({ id }) => chooseGroup(id)).values()].map((documents) => ({
    documents,
    hash: sha256(documents.map((document) => `${document.id} ${hashOfDocument(document)}`).join(' ')),
  })),
);

function chooseGroup(id: string): number {
  let group = 0;
  for (let index = 0; index < id.length; index += 1) group = (group * 31 + id.charCodeAt(index)) % GROUPS;
  return group;
}

/**
 * Findings in documents, each inspected by itself; the check cache knows groups without any.
 *
 * @param reads hash of all that `check` reads besides the document and its bases
 */
export function checkEachDocument(
  { expanded, checkCache }: Pick<Project, 'expanded' | 'checkCache'>,
  rule: string,
  reads: () => string,
  check: (document: ExpandedDocument) => Iterable<FindingDraft>,
): readonly FindingDraft[] {
  const checkAll = (documents: Iterable<ExpandedDocument>): readonly FindingDraft[] =>
    [...documents].flatMap((document) => [...check(document)]);
  if (checkCache === undefined) return checkAll(expanded.values());
  const read = reads();
  return getGroups(expanded).flatMap(({ documents, hash }) =>
    inspectPart(
      checkCache,
      () => `${rule} ${hash} ${read}`,
      () => checkAll(documents),
    ),
  );
}
