import type { FindingDraft } from '../../finding-draft.ts';
import { getOrigin, locateInside } from '../../inheritance/origin.ts';
import { isObject } from '../../json.ts';
import type { Project } from '../../project.ts';

/** Titles of pages with a further brand that write the name of the site, where `{site}` is the name of the brand. */
export function* findForeignTitles({ written, expanded, references: { texts } }: Project): Generator<FindingDraft> {
  const name = written.get('site')?.value['name'];
  if (typeof name !== 'string' || name === '') return;
  for (const { head } of expanded.values()) {
    const { brand, meta } = head;
    const own = typeof brand === 'string' ? written.get(brand)?.value['name'] : undefined;
    const title = isObject(meta) ? meta['title'] : undefined;
    if (typeof own !== 'string' || own.includes(name)) continue;
    const versions =
      typeof title === 'string'
        ? [...(texts.keys.get(title)?.values() ?? [])]
        : isObject(title)
          ? Object.entries(title).map(([locale, text]) => ({
              text: String(text),
              location: locateInside(getOrigin(head), ['meta', 'title', locale]),
            }))
          : [];
    const first = versions.find(({ text }) => text.includes(name));
    if (first === undefined) continue;
    yield {
      location: first.location,
      message: `The title names "${name}", and the page shows the brand "${own}". Write {site}, which is the name of the brand that the page has.`,
      expected: '{site} in place of the name',
      found: first.text,
      suggestion: first.text.replaceAll(name, '{site}'),
      mark: 'title',
    };
  }
}
