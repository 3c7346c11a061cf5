import type { Project } from '../project.ts';
import { rewriteJson } from '../rewrite-json.ts';
import { listShownTexts } from '../rules/unused-text/list-shown-texts.ts';
import { isObject } from '../json.ts';
import { withoutPlural } from '../texts.ts';

/** Files of `locales/` without the texts that are unused afterwards; `null` for a file that would be empty. */
export function withoutUnusedTexts(before: Project, after: Project): ReadonlyMap<string, string | null> {
  const shown = listShownTexts(after);
  const isShown = (key: string): boolean => shown.has(key) || shown.has(withoutPlural(key));
  const wasShown = before.uses.textKeys;
  const gone = new Map<string, Set<string>>();
  for (const [key, versions] of after.references.texts.keys) {
    if (isShown(key) || !(wasShown.has(key) || wasShown.has(withoutPlural(key)))) continue;
    for (const { location } of versions.values())
      gone.set(location.file, (gone.get(location.file) ?? new Set()).add(String(location.path[0])));
  }
  const texts = new Map<string, string | null>();
  for (const { file, text, value } of after.sources) {
    const names = gone.get(file);
    if (names === undefined || !isObject(value)) continue;
    const left = Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));
    texts.set(file, Object.keys(left).length === 0 ? null : rewriteJson(text, value, left));
  }
  return texts;
}
