import type { Compiler } from '#engine/compile/types.ts';
import type { Site } from '#engine/documents/types.ts';
import { formatTextName } from '#engine/i18n/text-names.ts';
import type { StoredPageRequest } from '#server/site/store/default-pages.ts';

/** The same site with a word before each of these texts. */
export function withTexts(site: Site, isChanged: (name: string) => boolean): Site {
  const texts = [...site.texts].map(([locale, entries]) => {
    const changed = [...entries].map(
      ([key, text]) => [key, isChanged(formatTextName(locale, key)) ? `Changed ${text}` : text] as const,
    );
    return [locale, new Map(changed)] as const;
  });
  return { ...site, texts: new Map(texts) };
}

/** Names of the texts of a page that can be changed without it: the page is made anew in vain. */
export async function textsInVain(
  site: Site,
  compiler: Compiler,
  page: StoredPageRequest,
  choose: (texts: readonly string[]) => readonly string[] = (texts) => texts,
): Promise<{ readonly tried: number; readonly vain: readonly string[] }> {
  const { key, texts } = await compiler.compile({ site, ...page });
  const tried = choose(texts);
  const vain: string[] = [];
  for (const name of tried) {
    const after = await compiler.compile({ site: withTexts(site, (each) => each === name), ...page });
    if (after.key === key) vain.push(name);
  }
  return { tried: tried.length, vain };
}
