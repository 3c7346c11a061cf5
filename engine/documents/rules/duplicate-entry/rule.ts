import { isObject, selectObjects } from '../../json.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Path, SourceLocation } from '../../source-location.ts';
import type { WrittenDocument } from '../../written.ts';
import type { Rule } from '../rule.ts';

export const duplicateEntry: Rule = {
  id: 'duplicate-entry',
  severity: 'warning',
  suppressesGuesses: true,
  description: 'No entry of a list says the same as another one, leads to the same place, or names the same host.',
  written: function* ({ kind, file, value }) {
    if (kind === 'form') yield* inLists(selectObjects(value['fields']), ['fields'], (path) => ({ file, path }));
    else {
      yield* doubledFragments(file, value['blocks']);
      yield* doubledGuards(file, value['guards']);
      yield* copiedTitle(file, value['meta']);
    }
  },
  block: function* ({ block, locate }) {
    const { blocks: _blocks, ...props } = block;
    for (const [key, value] of Object.entries(props)) yield* inLists(value, [key], locate);
    if (block['type'] === 'consent-banner') yield* doubledCookies(props['detail'], locate);
  },
  project: function* ({ written }) {
    const site = written.get('site');
    if (site === undefined) return;
    yield* doubledHosts(site);
    yield* copiedLinks(site);
  },
};

type Locate = (path: Path) => SourceLocation;

/** Lists at any depth. Entries of inner lists, such as the cells of a table, may be equal as a whole. */
function* inLists(value: unknown, path: Path, locate: Locate): Generator<FindingDraft> {
  if (Array.isArray(value)) {
    const isInner = path.some((step) => typeof step === 'number');
    const seen = new Map<string, Path>();
    for (const [index, entry] of value.entries()) {
      yield* doubled(entry, [...path, index], isInner, seen, locate);
      yield* inLists(entry, [...path, index], locate);
    }
  } else if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) yield* inLists(inner, [...path, key], locate);
  }
}

/** Properties by which visitors distinguish entries, and what an equal value means. */
const MARKS: Readonly<Record<string, string>> = {
  to: 'leads to the same place',
  label: 'has the same label',
  title: 'has the same title',
  question: 'asks the same',
  purpose: 'is for the same purpose',
};

/** At the first property that another entry has, too, or at the whole entry. */
function* doubled(
  entry: unknown,
  path: Path,
  isInner: boolean,
  seen: Map<string, Path>,
  locate: Locate,
): Generator<FindingDraft> {
  const keys = isObject(entry) ? Object.keys(MARKS).filter((key) => Object.hasOwn(entry, key)) : [];
  const properties = keys.map((key) => ({ key, text: JSON.stringify([key, isObject(entry) ? entry[key] : entry]) }));
  const isWhole = !isObject(entry) || (keys.length === 0 && !isInner);
  const whole = JSON.stringify(entry);
  const same = properties.find(({ text }) => seen.has(text));
  const isSame = isWhole && (typeof entry === 'string' || isObject(entry)) && seen.has(whole);
  const first = seen.get(same?.text ?? whole);
  for (const text of [...properties.map((property) => property.text), whole]) if (!seen.has(text)) seen.set(text, path);
  if (same === undefined && !isSame) return;
  yield {
    location: locate(same === undefined ? path : [...path, same.key]),
    message: `Another entry of "${String(path.at(-2))}" ${same === undefined ? 'is the same' : (MARKS[same.key] ?? '')}. Change this one, or take it out.`,
    expected: 'entries that differ',
    found: same === undefined || !isObject(entry) ? entry : entry[same.key],
    // Either entry may have an error of its own, such as a name that is taken, or a property that appears twice.
    follows: [path, first ?? path].map(locate),
  };
}

/** A cookie under two purposes: visitors could not say whether they allow it. */
function* doubledCookies(detail: unknown, locate: Locate): Generator<FindingDraft> {
  const owners = new Map<unknown, number>();
  for (const [purpose, { names }] of selectObjects(isObject(detail) ? detail['purposes'] : []).entries())
    for (const [index, name] of Array.isArray(names) ? names.entries() : []) {
      const owner = owners.get(name) ?? purpose;
      owners.set(name, owner);
      if (owner === purpose) continue;
      yield {
        location: locate(['detail', 'purposes', purpose, 'names', index]),
        message: `The cookie "${String(name)}" is under another purpose already. Keep it under one of the two.`,
        expected: 'each cookie under one purpose',
        found: name,
      };
    }
}

/** A description that says only what the title says. */
function* copiedTitle(file: string, meta: unknown): Generator<FindingDraft> {
  if (!isObject(meta) || meta['title'] === undefined) return;
  if (JSON.stringify(meta['title']) === JSON.stringify(meta['description']))
    yield {
      location: { file, path: ['meta', 'description'] },
      message:
        'The description is the title again, so that search engines show it twice. Describe the page in a sentence.',
      expected: 'another text than the title',
      found: meta['description'],
    };
}

/** One guard decides once; its second entry may be meant for another one. */
function* doubledGuards(file: string, guards: unknown): Generator<FindingDraft> {
  // The schema refuses equal entries.
  const entries = new Map(selectObjects(guards).map((guard) => [JSON.stringify(guard), guard]));
  if (Array.isArray(guards) && entries.size < guards.length) return;
  // A page may need several permissions.
  const names = [...entries.values()].map(({ name, permission }) => (permission === undefined ? name : undefined));
  for (const [index, name] of names.entries())
    if (typeof name === 'string' && names.indexOf(name) < index)
      yield {
        location: { file, path: ['guards', index, 'name'] },
        message: `The guard "${name}" is listed already. Change this entry, or take it out.`,
        expected: 'each guard once',
        found: name,
      };
}

/** A fragment that a document shows twice, without a condition that distinguishes the two. */
function* doubledFragments(file: string, blocks: unknown): Generator<FindingDraft> {
  const seen = new Set<unknown>();
  for (const [index, { fragment, ...use }] of selectObjects(blocks).entries()) {
    if (typeof fragment !== 'string' || ['when', 'window', 'hidden'].some((key) => Object.hasOwn(use, key))) continue;
    if (seen.has(fragment))
      yield {
        location: { file, path: ['blocks', index, 'fragment'] },
        message: `The fragment "${fragment}" is in this document already, so that visitors see it twice. Take one out.`,
        expected: 'another fragment, or "when" with the condition under which each is shown',
        found: fragment,
        follows: [{ file, path: ['blocks', index] }],
      };
    seen.add(fragment);
  }
}

/** A named link that leads readers of one language to the pages of another one: an address with that language in its path. */
function* copiedLinks({ file, value }: WrittenDocument): Generator<FindingDraft> {
  for (const [name, link] of Object.entries(isObject(value['links']) ? value['links'] : {})) {
    const addresses = isObject(link) ? Object.entries(link) : [];
    const foreign = addresses.filter(([language, to]) => !listLanguages(to, addresses).includes(language));
    const [[language, to] = ['', ''], ...more] = foreign;
    const [other] = listLanguages(to, addresses);
    // Where several languages share an address, it is meant.
    if (other !== undefined && more.length === 0)
      yield {
        location: { file, path: ['links', name, language] },
        message: `The link "${name}" leads from "${language}" to the same place as from "${other}", whose language is in its address.`,
        expected: `the address of this page in "${language}"`,
        found: to,
      };
  }
}

/** Languages of these addresses that are parts of the path of one of them. */
function listLanguages(address: unknown, addresses: readonly (readonly [string, unknown])[]): readonly string[] {
  const parts = String(address).split(/[/?#]/);
  return addresses.map(([language]) => language).filter((language) => parts.includes(language));
}

/** A host in two groups, or one that is refused and welcome. */
function* doubledHosts({ file, value }: WrittenDocument): Generator<FindingDraft> {
  const groups = isObject(value['forbiddenReferrers']) ? Object.entries(value['forbiddenReferrers']) : [];
  const owners = new Map<string, string>();
  for (const [group, entries] of groups)
    for (const [index, entry] of Array.isArray(entries) ? entries.entries() : []) {
      const owner = owners.get(JSON.stringify(entry));
      owners.set(JSON.stringify(entry), owner ?? group);
      if (owner === undefined || owner === group) continue;
      const location = { file, path: ['forbiddenReferrers', group, index] };
      yield {
        location,
        message: `${JSON.stringify(entry)} is in the group "${owner}" already. Keep it in one of the two.`,
        expected: 'every host in one group',
        found: entry,
        follows: [location],
      };
    }
  const welcome = value['welcomeReferrers'];
  for (const [index, host] of Array.isArray(welcome) ? welcome.entries() : []) {
    const owner = owners.get(JSON.stringify(host));
    if (owner === undefined) continue;
    yield {
      location: { file, path: ['welcomeReferrers', index] },
      message: `"${String(host)}" is welcome here, and refused by the group "${owner}" of "forbiddenReferrers". Take it out of one of the two.`,
      expected: 'a host that no group of "forbiddenReferrers" names itself',
      found: host,
    };
  }
}
