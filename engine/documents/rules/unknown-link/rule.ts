import { suggestName } from '#engine/shared/suggest-name.ts';
import { isObject } from '../../json.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { SourceLocation } from '../../source-location.ts';
import type { LinkUse } from '../../project.ts';
import { memoizePerObject } from '#engine/shared/once-per.ts';
import { parseTarget } from '../../target.ts';
import { explainUndeclared, locateMisnamedLinks } from '../../text-parts.ts';
import type { TextStore, TextVersions } from '../../texts.ts';
import type { Rule } from '../rule.ts';

export const unknownLink: Rule = {
  id: 'unknown-link',
  severity: 'error',
  description: 'Every `link:name`, and every link of the demonstration, is a named link of the site document.',
  target: function* ({ value, location }, { site: { links, file } }) {
    const target = typeof value === 'string' ? parseTarget(value) : undefined;
    if (target?.kind !== 'link' || links === undefined) return;
    if (location.file === file) {
      yield {
        location,
        message: `The named link leads to another named link, "${String(value)}". Write its final target.`,
        expected: 'a document id or a URL',
        found: value,
      };
      return;
    }
    if (links.has(target.name)) return;
    const suggestion = suggestName(target.name, links);
    yield {
      location,
      message: `The site document has no link named "${target.name}".`,
      expected: `one of ${[...links].join(', ')}`,
      found: value,
      suggestion: suggestion && `link:${suggestion}`,
      follows: locateMisnamedLinks(links, file),
      missing: { name: `link:${target.name}`, cause: explainUndeclared('links', `link "${target.name}"`, file) },
    };
  },
  project: function* ({ references: { site, texts }, uses, written }) {
    const { links } = site;
    const document = written.get('site');
    if (document === undefined || links === undefined) return;
    const locateLink = (name: string): SourceLocation => ({
      file: document.file,
      path: ['demonstration', 'links', name],
      at: 'key',
    });
    const demonstration = document.value['demonstration'];
    const named =
      isObject(demonstration) && isObject(demonstration['links']) ? Object.keys(demonstration['links']) : [];
    const all = [...uses.links, ...named.map((name) => ({ name, location: locateLink(name) })), ...linksInTexts(texts)];
    yield* misspelledLinks(links, all, document.file);
    for (const name of named) {
      if (links.has(name)) continue;
      const suggestion = suggestName(name, links);
      yield {
        location: locateLink(name),
        message: `The site document has no link named "${name}", so the demonstration has nothing to lead elsewhere.`,
        expected: `one of ${[...links].join(', ')}`,
        found: name,
        suggestion,
        mark: `demonstration ${name}`,
        missing: { name: `link:${name}`, cause: explainUndeclared('links', `link "${name}"`, document.file) },
      };
    }
  },
};

/** An unused link beside a similar name used in several places: the link is misspelled. */
function* misspelledLinks(links: ReadonlySet<string>, uses: readonly LinkUse[], file: string): Generator<FindingDraft> {
  const locationsByName = new Map(
    [...Map.groupBy(uses, ({ name }) => name)].map(([name, same]) => [name, same.map(({ location }) => location)]),
  );
  const missing = [...locationsByName].flatMap(([name, locations]) =>
    links.has(name) || locations.length < 2 ? [] : [name],
  );
  for (const found of missing.length === 0 ? [] : links) {
    const suggestion = locationsByName.has(found) ? undefined : suggestName(found, missing);
    if (suggestion === undefined) continue;
    yield {
      location: { file, path: ['links', found], at: 'key' },
      message: `The link "${found}" is not used, and several places name "${suggestion}", which does not exist.`,
      expected: `"${suggestion}", or links to "link:${found}"`,
      found,
      suggestion,
      covers: locationsByName.get(suggestion) ?? [],
    };
  }
}

/** Each text once, whatever the number of its languages. */
const linksInTexts = ({ keys }: TextStore): readonly LinkUse[] => [...keys.values()].flatMap(linksInText);

const linksInText = memoizePerObject((versions: TextVersions): readonly LinkUse[] => {
  const [first] = versions.values();
  return first === undefined
    ? []
    : [...first.text.matchAll(/<link:([^>]+)>/g)].map(([, name = '']) => ({ name, location: first.location }));
});
