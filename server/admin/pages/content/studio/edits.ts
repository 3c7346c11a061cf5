import { selectObjects, parseObject } from '#engine/documents/json.ts';
import { rewriteJson } from '#engine/documents/rewrite-json.ts';
import type { StudioFileEdit, StudioEdits, StudioTextEdit } from '#engine/studio/protocol.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { locateText } from '../model/document-texts.ts';

/** Edits as the studio sent them; unknown kinds are dropped. */
export function readEdits(sent: string): StudioEdits {
  const value = parseObject(sent);
  return {
    files: selectObjects(value['files']).flatMap(({ path, content, version }): readonly StudioFileEdit[] =>
      typeof path === 'string' && typeof content === 'string' && typeof version === 'number'
        ? [{ path, content, version }]
        : [],
    ),
    texts: selectObjects(value['texts']).flatMap(
      ({ key, locale: language, was, value: text }): readonly StudioTextEdit[] => {
        const locale = locales.find((each) => each === language);
        if (locale === undefined || typeof key !== 'string' || typeof was !== 'string' || typeof text !== 'string')
          return [];
        return [{ key, locale, was, value: text }];
      },
    ),
  };
}

export interface MergedTexts {
  /** Text files with their new content. */
  readonly files: ReadonlyMap<string, string>;
  /** Texts that were changed by others to another value, with that value. */
  readonly conflicts: readonly (StudioTextEdit & { readonly now: string })[];
}

/** Files with edited texts; only these are written, and their formatting is preserved. */
export function applyTextEdits(files: ReadonlyMap<string, string>, edits: readonly StudioTextEdit[]): MergedTexts {
  const changed = new Map<string, string>();
  const conflicts: (StudioTextEdit & { now: string })[] = [];
  for (const edit of edits) {
    const place = locateText(edit.key, edit.locale);
    if (place === null) continue;
    const file = changed.get(place.path) ?? files.get(place.path) ?? '{}\n';
    const before = parseObject(file);
    const known = before[place.name];
    const now = typeof known === 'string' ? known : '';
    if (now !== edit.was && now !== edit.value) conflicts.push({ ...edit, now });
    if (now !== edit.value) changed.set(place.path, rewriteJson(file, before, { ...before, [place.name]: edit.value }));
  }
  return { files: changed, conflicts };
}
