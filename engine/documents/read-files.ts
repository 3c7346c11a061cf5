import { reuseItems } from './reuse-items.ts';
import { type Source, parseSource, createUnreadableSource } from './source.ts';
import { hashOfFile, hashOfSource, none, type CheckCache } from './check-cache.ts';
import type { RuleFinding } from './finding-draft.ts';
import { inspectSource } from './inspect.ts';
import { isTextFile } from './texts.ts';
import type { DocumentId, ResolveInput } from './types.ts';
import { type WrittenDocument, identify, readDocument } from './written.ts';

/** All parsed files of a project; a later layer overrides an earlier one. */
export interface ProjectFiles {
  readonly sources: ReadonlyMap<string, Source>;
  /** Sorted by id, so that findings and revisions do not depend on the order of files. The previous map if no document changed. */
  readonly written: ReadonlyMap<DocumentId, WrittenDocument>;
  /** The previous list if no text changed. */
  readonly texts: readonly Source[];
}

/** Reads the files of all layers; unchanged files keep their parsed content. */
export function readFiles(
  { layers, unreadable = new Map(), checkCache }: Pick<ResolveInput, 'layers' | 'unreadable' | 'checkCache'>,
  previous: ProjectFiles | undefined,
): ProjectFiles {
  const texts = new Map(layers.flatMap((layer) => [...layer.files]));
  const sources = new Map<string, Source>();
  const written: WrittenDocument[] = [];
  const languages: Source[] = [];
  for (const file of [...new Set([...unreadable.keys(), ...texts.keys()])].toSorted()) {
    const source = readSource(
      file,
      texts.get(file),
      unreadable.get(file) ?? '',
      previous?.sources.get(file),
      checkCache,
    );
    sources.set(file, source);
    if (isTextFile(file)) languages.push(source);
    const identity = identify(file);
    if (identity === undefined) continue;
    const known = previous?.written.get(identity.id);
    written.push(known?.source === source ? known : readDocument(identity.id, identity.kind, source));
  }
  const byId = new Map(written.map((document) => [document.id, document]));
  const before = previous?.written;
  return {
    sources,
    written: before !== undefined && reuseItems([...before.values()], [...byId.values()]) !== undefined ? before : byId,
    texts: reuseItems(previous?.texts, languages) ?? languages,
  };
}

/** Unchanged since an earlier run without findings in it: the strict parser takes as long again. */
function parsePart(file: string, text: string, checkCache: CheckCache | undefined): Source {
  if (checkCache === undefined) return parseSource(file, text);
  if (!checkCache.has(`source ${hashOfFile(file, text)}`)) return parseSource(file, text);
  const source: Source = { file, text, value: JSON.parse(text), problems: [] };
  withoutFindings.add(source);
  return source;
}

const withoutFindings = new WeakSet<Source>();

/** Findings of a file by itself. */
export function inspectFile(source: Source, checkCache: CheckCache | undefined): readonly RuleFinding[] {
  if (checkCache === undefined) return inspectSource(source);
  if (withoutFindings.has(source)) return none;
  const findings = inspectSource(source);
  if (findings.length === 0) checkCache.add(`source ${hashOfSource(source)}`);
  return findings;
}

/** Another layer may contain a file that is unreadable on disk. */
function readSource(
  file: string,
  text: string | undefined,
  reason: string,
  before: Source | undefined,
  checkCache: CheckCache | undefined,
): Source {
  if (text !== undefined) return before?.text === text ? before : parsePart(file, text, checkCache);
  return before?.problems[0]?.message === reason ? before : createUnreadableSource(file, reason);
}
