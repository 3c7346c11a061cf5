import { mergeBlocks } from './merge-blocks.ts';
import type { StudioContent } from './history.ts';
import type { Conflict, StudioState } from './store.ts';

/** What both changed: a block, a text in a language, or a whole file. */
export interface ConflictItem {
  /** Names it among the others. */
  readonly key: string;
  readonly name: string;
  readonly theirs: string;
  readonly mine: string;
}

type Versions = Pick<StudioState, 'content' | 'stored'>;

const merge = ({ content, stored }: Versions, { path, text }: Conflict['files'][number], chosen: ReadonlySet<string>) =>
  mergeBlocks({ base: stored.files[path] ?? '', theirs: text, mine: content.files[path] ?? '' }, (id) =>
    chosen.has(`${path} ${id}`),
  );

const NOTHING: ReadonlySet<string> = new Set();

/** What is to be chosen; nothing where both changed different blocks. */
export function listConflictItems(versions: Versions, { files, texts }: Conflict): readonly ConflictItem[] {
  const { content } = versions;
  const show = (block: object | null): string => (block === null ? '–' : JSON.stringify(block, null, 2));
  return [
    ...files.flatMap((file): readonly ConflictItem[] => {
      const { path, text } = file;
      const merged = merge(versions, file, NOTHING);
      if (merged === null) return [{ key: path, name: path, theirs: text, mine: content.files[path] ?? '' }];
      return merged.conflicts.map(({ id, theirs, mine }) => ({
        key: `${path} ${id}`,
        name: id,
        theirs: show(theirs),
        mine: show(mine),
      }));
    }),
    ...texts.map(({ key, locale, value }) => ({
      key: `${key} ${locale}`,
      name: `${key} · ${locale}`,
      theirs: value,
      mine: content.texts[key]?.[locale] ?? '',
    })),
  ];
}

/** The edited content with what was saved meanwhile: of what both changed, the chosen items are theirs. */
export function mergeConflict(
  versions: Versions,
  { files, texts }: Conflict,
  theirs: ReadonlySet<string>,
): StudioContent {
  const { content } = versions;
  const mergedFiles = files.map((file) => {
    const own = theirs.has(file.path) ? file.text : (content.files[file.path] ?? '');
    return [file.path, merge(versions, file, theirs)?.text ?? own] as const;
  });
  const chosen = texts.filter(({ key, locale }) => theirs.has(`${key} ${locale}`));
  const mergedTexts = { ...content.texts };
  for (const { key, locale, value } of chosen) mergedTexts[key] = { ...mergedTexts[key], [locale]: value };
  return { files: { ...content.files, ...Object.fromEntries(mergedFiles) }, texts: mergedTexts };
}
