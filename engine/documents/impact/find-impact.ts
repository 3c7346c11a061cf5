import { posix } from 'node:path';
import { toCanonicalJson } from '#engine/shared/to-canonical-json.ts';
import type { Finding } from '#engine/shared/finding.ts';
import { withoutJourney } from '../block-files.ts';
import { listNamedFormDocuments } from '../forms/list-named-form-documents.ts';
import type { ExpandedDocument } from '../inheritance/expander.ts';
import type { Project } from '../project.ts';
import type { DocumentId } from '../types.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import { type TranslatableText, listTextEntries, locateEntry } from '../translations/entries.ts';
import { readPages } from '../translations/pages.ts';
import { listParts } from './list-parts.ts';

/**
 * Impact on a page: `broken` has an error; `migrated` is written in an earlier version and migrated on reading; `changed` has other content;
 * `safe` has the same content, but a changed source.
 */
export type ImpactKind = 'new' | 'gone' | 'broken' | 'migrated' | 'changed' | 'safe';

export interface Impact {
  readonly document: DocumentId;
  /** Nearest base first. */
  readonly bases: readonly DocumentId[];
  readonly verdict: ImpactKind;
  readonly locales: ReadonlySet<Locale>;
  /** Changed files that affect it, sorted. */
  readonly causes: readonly string[];
}

export interface Compared {
  readonly before: Project;
  readonly after: Project;
  readonly changed: readonly string[];
  /** Findings of the current project. */
  readonly findings: readonly Finding[];
}

/** All pages, variants and languages affected by changed files (N10), sorted by document. */
export function findImpact({ before, after, changed, findings }: Compared): readonly Impact[] {
  const broken = new Set(findings.filter(({ severity }) => severity === 'error').map(({ file }) => file));
  const words = findChangedTexts(before, after);
  const listChangedForms = (document: ExpandedDocument): readonly string[] =>
    listNamedFormDocuments(document, after.written).flatMap(({ file }) => (changed.includes(file) ? [file] : []));
  const ids = [...new Set([...before.expanded.keys(), ...after.expanded.keys()])].toSorted();
  return ids.flatMap((id): Impact[] => {
    const [then, now] = [before.expanded.get(id), after.expanded.get(id)];
    const versions = [then, now].filter((version) => version !== undefined);
    const [document] = versions.toReversed();
    const forms = document === undefined ? [] : listChangedForms(document);
    const causes = new Set([
      ...versions.flatMap((version) => ownCauses(version, changed)),
      ...(words.get(id)?.files ?? []),
      ...forms,
    ]);
    if (document === undefined || document.written.kind === 'fragment' || causes.size === 0) return [];
    const isReadable = now !== undefined || !after.written.has(id);
    const verdict = isReadable ? compareDocument(then, now, broken) : 'broken';
    const isWhole = [...causes].some((file) => !isTextSource(file));
    return [
      {
        document: id,
        bases: document.bases,
        verdict: verdict === 'safe' && (words.has(id) || forms.length > 0) ? 'changed' : verdict,
        locales: isWhole ? new Set(locales) : (words.get(id)?.locales ?? new Set()),
        causes: [...causes].toSorted(),
      },
    ];
  });
}

/** Source files of a document. */
function reasons({ sources }: ExpandedDocument): ReadonlySet<string> {
  return new Set(sources.map(({ file }) => file));
}

function ownCauses(document: ExpandedDocument, changed: readonly string[]): readonly string[] {
  const own = reasons(document);
  const { folders, images } = listParts(document);
  return changed.filter((file) => {
    if (own.has(file) || images.has(file) || isEverywhere(file) || hasBrand(file, document)) return true;
    const folder = posix.dirname(withoutJourney(file));
    return folders.has(folder) && !isTextSource(file) && !isApart(file);
  });
}

/** Texts are compared by key and language instead. */
const isTextSource = (file: string): boolean =>
  withoutJourney(file).startsWith('locales/') || file.endsWith('/strings.json');

/** Files of a block that are not part of any page. */
const isApart = (file: string): boolean => /\.test\.tsx?$|\/examples\.json$/.test(file);

/** Files that are part of every page. */
const isEverywhere = (file: string): boolean =>
  /^blocks\/[^/]+\.css$|^schemas\/[^/]+\.schema\.json$|^pages-config\/site\.json$/.test(file);

/** Whether a file is the brand of a document. */
const hasBrand = (file: string, { head }: ExpandedDocument): boolean =>
  file === `pages-config/${typeof head['brand'] === 'string' ? head['brand'] : 'brand'}.json`;

function compareDocument(
  then: ExpandedDocument | undefined,
  now: ExpandedDocument | undefined,
  broken: ReadonlySet<string>,
): ImpactKind {
  if (now === undefined) return 'gone';
  if (now.sources.some(({ file }) => broken.has(file))) return 'broken';
  if (then === undefined) return 'new';
  if (serializeContent(then) !== serializeContent(now)) return 'changed';
  return now.written.migration?.status === 'migrated' ? 'migrated' : 'safe';
}

const serializeContent = ({ head, blocks }: ExpandedDocument): string => toCanonicalJson({ ...head, blocks });

interface ChangedTexts {
  readonly files: Set<string>;
  readonly locales: Set<Locale>;
}

/** Page → languages whose texts on it changed or were removed. */
function findChangedTexts(before: Project, after: Project): ReadonlyMap<DocumentId, ChangedTexts> {
  const findPages = readPages(after);
  const found = new Map<DocumentId, ChangedTexts>();
  const [then, now] = [entriesByKey(before), entriesByKey(after)];
  for (const entry of new Map([...then, ...now]).values()) {
    for (const locale of locales) {
      const [old, own] = [then, now].map((entries) => entries.get(entry.key)?.versions.get(locale));
      if (old?.text === own?.text) continue;
      for (const page of findPages(entry)) {
        const words = found.get(page) ?? { files: new Set(), locales: new Set() };
        found.set(page, words);
        words.files.add(locateEntry(entry, locale).file);
        words.locales.add(locale);
      }
    }
  }
  return found;
}

function entriesByKey({ references }: Project): ReadonlyMap<string, TranslatableText> {
  return new Map(listTextEntries(references.texts).map((entry) => [entry.key, entry]));
}
