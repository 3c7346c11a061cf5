import type { FindingDraft } from '../../finding-draft.ts';
import { type TextVersions, readVersions } from '../../texts.ts';
import type { Rule } from '../rule.ts';

export const typedAddress: Rule = {
  id: 'typed-address',
  severity: 'warning',
  description: 'Texts lead to web and e-mail addresses by named links, so that visitors can follow them.',
  text: function* ({ value, location, binding }, { texts }) {
    // A text without markup can hold no link.
    if (binding.plain === true) return;
    const all = typeof value === 'string' ? (texts.of(value) ?? []) : [readVersions(value, location)];
    for (const versions of all) yield* inVersions(versions);
  },
};

const ADDRESS =
  /(?:https?:\/\/|(?<![\p{L}\d@.-])www\.)[^\s<>"“”„«»]*[^\s<>"“”„«».,;:!?)\]]|(?<![\p{L}\d.+_-])[\p{L}\d.+_-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/gu;
/** Words of a link may be its address. */
const LINK = /<link:[^>]*>.*?<\/link[^>]*>/gsu;
/** Reserved for examples (RFC 2606). */
const EXAMPLE = /(?:^|[@/.])example\.(?:com|org|net)(?![\p{L}\d.-])/u;

/** Reported once: the other languages have the same address. */
function* inVersions(versions: TextVersions): Generator<FindingDraft> {
  const found = [...versions].flatMap(([locale, { text, location }]) => {
    const words = text.replaceAll(LINK, (link) => ' '.repeat(link.length));
    const match = [...words.matchAll(ADDRESS)].find(([address]) => !EXAMPLE.test(address));
    return match === undefined ? [] : [{ locale, location, address: match[0], inside: match.index }];
  });
  const [first, ...others] = found;
  if (first === undefined) return;
  const { address, location, inside } = first;
  const kind = address.includes('@') && !address.includes('/') ? 'e-mail' : 'web';
  const target = kind === 'web' ? 'https:' : 'mailto:';
  yield {
    location: { ...location, inside },
    message: `The text holds the ${kind} address "${address}", which visitors cannot follow.${others.length === 0 ? '' : ` So do those in ${others.map(({ locale }) => `"${locale}"`).join(', ')}.`} Give it a name in "links" of pages-config/site.json, with "${target}", and write <link:NAME>…</link:NAME>; an example takes its address from example.com.`,
    expected: '<link:NAME>…</link:NAME>',
    found: address,
    mark: 'address',
    // Addresses of Markdown and HTML are part of that notation.
    follows: [location],
  };
}
