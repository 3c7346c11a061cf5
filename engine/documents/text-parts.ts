import { suggestName } from '#engine/shared/suggest-name.ts';
import { type MarkupNode, parseMarkup } from '#engine/shared/markup.ts';
import { namedParts, splitClaimName } from '#engine/shared/claim-name.ts';
import type { FindingDraft, MissingName } from './finding-draft.ts';
import { isObject, type JsonObject } from './json.ts';
import { listFigures } from './list-figures.ts';
import { type Path, type SourceLocation, formatPath } from './source-location.ts';
import type { BoundUse, SiteFacts } from './project.ts';
import type { TextEntry, TextVersions } from './texts.ts';

/** Tags and variables of a text. */
export type TextParts =
  | {
      readonly ok: true;
      readonly variables: readonly string[];
      readonly tags: readonly string[];
      readonly links: readonly string[];
    }
  | { readonly ok: false; readonly offset: number; readonly message: string };

const known = new Map<string, TextParts>();
/** Texts are few and long-lived; the limit protects a server with drafts for months. */
const MAX_CACHED = 50_000;

export function splitText(text: string): TextParts {
  let parts = known.get(text);
  if (parts === undefined) {
    parts = readParts(text);
    if (known.size >= MAX_CACHED) known.clear();
    known.set(text, parts);
  }
  return parts;
}

function readParts(text: string): TextParts {
  if (!/[{}<&|]/.test(text)) return { ok: true, variables: [], tags: [], links: [] };
  const result = parseMarkup(text);
  if (!result.ok) return result;
  const variables: string[] = [];
  const tags: string[] = [];
  const links: string[] = [];
  const walk = (nodes: readonly MarkupNode[]): void => {
    for (const node of nodes) {
      if (typeof node === 'string') continue;
      if ('variable' in node) {
        variables.push(node.variable);
        continue;
      }
      tags.push(node.tag === 'link' ? `link:${node.name}` : node.tag);
      if (node.tag === 'link') links.push(node.name);
      if (node.tag !== 'br' && node.tag !== 'bar') walk(node.children);
    }
  };
  walk(result.nodes);
  return { ok: true, variables: variables.toSorted(), tags: tags.toSorted(), links };
}

/** Valid names of claims and links; a claim with an invalid name has a finding of its own and may be the one that is meant. */
const NAME = /^[a-z][A-Za-z0-9]*$/;

/** Named links with an invalid name, each of which may be the one that is meant. */
export const locateMisnamedLinks = (links: ReadonlySet<string>, file: string | undefined): readonly SourceLocation[] =>
  file === undefined
    ? []
    : [...links].filter((name) => !NAME.test(name)).map((name) => ({ file, path: ['links', name] }));

/** Claims and named links that the site document lacks; reported at the first language only. */
export function* findUnknownParts(
  { text, location }: TextEntry,
  { claims, claimsWritten, links, file }: SiteFacts,
): Generator<FindingDraft> {
  const parts = splitText(text);
  if (!parts.ok) return;
  for (const variable of parts.variables) {
    if (!variable.startsWith('claims.') || claims === undefined) continue;
    const { name: claim, part } = splitClaimName(variable.slice('claims.'.length));
    if (claims.has(claim)) {
      if (part !== undefined) yield* unknownPart({ text, location }, variable, part, claimsWritten?.[claim]);
      continue;
    }
    const suggestion = suggestName(claim, claims);
    yield {
      location,
      message: `The site document has no claim named "${claim}".`,
      expected: `one of ${[...claims].join(', ')}`,
      found: text,
      mark: variable,
      suggestion: suggestion && `{claims.${suggestion}${part === undefined ? '' : `.${part}`}}`,
      // A misspelled claim is fixed once, at the claim.
      follows:
        file === undefined
          ? []
          : [...(suggestion === undefined ? [] : [suggestion]), ...[...claims].filter((name) => !NAME.test(name))].map(
              (name) => ({ file, path: ['claims', name] }),
            ),
      missing: { name: `claims.${claim}`, cause: explainUndeclared('claims', `claim "${claim}"`, file) },
    };
  }
  for (const link of parts.links) {
    if (links === undefined || links.has(link)) continue;
    const suggestion = suggestName(link, links);
    yield {
      location,
      message: `The text uses the named link "${link}", which the site document does not have.`,
      expected: `one of ${[...links].join(', ')}`,
      found: text,
      mark: `link ${link}`,
      suggestion: suggestion && `<link:${suggestion}>`,
      follows: locateMisnamedLinks(links, file),
      missing: { name: `link:${link}`, cause: explainUndeclared('links', `link "${link}"`, file) },
    };
  }
}

/** Where a name would be declared that many places use. */
export const explainUndeclared = (
  list: 'claims' | 'links',
  what: string,
  file: string | undefined,
): MissingName['cause'] =>
  file === undefined
    ? undefined
    : {
        location: { file, path: [list], at: 'key' },
        message: `Many places name the ${what}, which is not declared here. Declare it, or change these places.`,
      };

/** A part that the claim does not have, for all countries or for one. */
function* unknownPart(
  { text, location }: TextEntry,
  variable: string,
  part: string,
  claim: unknown,
): Generator<FindingDraft> {
  const figures = isObject(claim) ? listFigures(claim) : [];
  const isWhole = (figure: JsonObject): boolean => {
    if (!isObject(claim)) return false;
    if (part === 'day') return claim['format'] === 'date';
    if (part === 'tax') return (figure[part] ?? claim[part] ?? 'no-price') !== 'no-price';
    return figure[part] !== undefined;
  };
  const lacking = figures.find(({ figure }) => !isWhole(figure));
  const isPart = namedParts.some((name) => name === part);
  if (isPart && lacking === undefined) return;
  yield {
    location,
    message: isPart
      ? `The text names "{${variable}}", and the claim has no "${part}"${lacking?.country === undefined ? '' : ` in ${lacking.country}`}.`
      : `A claim has no part "${part}" that a text could name.`,
    expected: isPart ? `"${part}" in the claim, or a text without it` : `one of ${namedParts.join(', ')}`,
    found: text,
    mark: variable,
    suggestion: isPart ? undefined : suggestName(part, namedParts),
  };
}

/** Languages whose tags, and if strict whose variables, differ from those of the first one; line breaks are free. */
export function* compareVersions(
  versions: TextVersions,
  isStrict: boolean,
  isPlural: boolean,
): Generator<FindingDraft> {
  const [first, ...others] = versions;
  const source = first === undefined ? undefined : splitText(first[1].text);
  if (first === undefined || source?.ok !== true) return;
  const compared = ({ variables, tags }: Extract<TextParts, { ok: true }>): readonly string[] => [
    ...(isStrict ? variables.map((name) => `{${name}}`) : []),
    ...tagsWithoutBreaks(tags),
  ];
  const wanted = compared(source);
  const translated = others.flatMap(([, { text }]) => {
    const parts = splitText(text);
    return parts.ok ? [compared(parts)] : [];
  });
  const [common, ...rest] = translated;
  // Several translators do not misspell equally.
  const isSourceWrong =
    common !== undefined &&
    rest.length > 0 &&
    difference(wanted, common) !== undefined &&
    rest.every((has) => difference(common, has) === undefined);
  if (isSourceWrong) {
    const [locale, entry] = first;
    yield* mismatch(entry, common, wanted, `The text in "${locale}" does not match those in all other languages`);
    return;
  }
  if (!isStrict) yield* oneSlip([...versions.values()], isPlural);
  for (const [locale, entry] of others) {
    const parts = splitText(entry.text);
    if (!parts.ok) continue;
    yield* mismatch(entry, wanted, compared(parts), `The text in "${locale}" does not match the one in "${first[0]}"`);
  }
}

/** A variable that a single language lacks, adds or misspells. Plural forms may omit the number. */
function* oneSlip(entries: readonly TextEntry[], isPlural: boolean): Generator<FindingDraft> {
  const listVariables = ({ text }: TextEntry): readonly string[] => {
    const parts = splitText(text);
    return parts.ok ? parts.variables : [];
  };
  for (const entry of entries) {
    const own = listVariables(entry);
    const others = entries.filter((other) => other !== entry).map(listVariables);
    const lacking = [...new Set(others.flat())].filter(
      (name) => !own.includes(name) && others.length > 1 && others.every((names) => names.includes(name)),
    );
    const slips = new Set<string>();
    for (const name of own) {
      const meant = others.some((names) => names.includes(name))
        ? undefined
        : (suggestName(name, lacking) ?? suggestName(name, others.flat()));
      if (meant === undefined) continue;
      slips.add(meant);
      yield {
        location: entry.location,
        message: `The text uses the variable "{${name}}", and ${lacking.includes(meant) ? 'all other' : 'other'} languages say "{${meant}}" there.`,
        expected: `{${meant}}`,
        found: entry.text,
        mark: `slip ${name}`,
        suggestion: `{${meant}}`,
      };
    }
    // Where the others have variables too, this one may phrase it otherwise.
    const added = others.length > 1 && others.flat().length === 0 && !isPlural ? own[0] : undefined;
    if (added !== undefined)
      yield {
        location: entry.location,
        message: `The text uses the variable "{${added}}", which no other language has.`,
        expected: 'a text without variables',
        found: entry.text,
        mark: `adds ${added}`,
      };
    // A greeting may have another name, or none.
    const left = isPlural ? undefined : lacking.find((name) => !/name$/i.test(name) && !slips.has(name));
    if (left !== undefined)
      yield {
        location: entry.location,
        message: `The text lacks the variable "{${left}}", which all other languages have.`,
        expected: `a text with {${left}}`,
        found: entry.text,
        mark: `lacks ${left}`,
      };
  }
}

function* mismatch(
  { text, location }: TextEntry,
  wanted: readonly string[],
  has: readonly string[],
  message: string,
): Generator<FindingDraft> {
  const words = difference(wanted, has);
  if (words === undefined) return;
  const [extra] = without(has, wanted);
  const suggestion = extra === undefined ? undefined : suggestName(extra, without(wanted, has));
  yield {
    location,
    message: `${message}: it ${words}.`,
    expected: wanted.length === 0 ? 'a text without tags and variables' : wanted.join(', '),
    found: text,
    mark: 'match',
    suggestion,
  };
}

/** `undefined` if equal. */
function difference(wanted: readonly string[], has: readonly string[]): string | undefined {
  const missing = without(wanted, has);
  const extra = without(has, wanted);
  const words = [
    ...(missing.length > 0 ? [`lacks ${missing.join(', ')}`] : []),
    ...(extra.length > 0 ? [`has ${extra.join(', ')} beyond it`] : []),
  ];
  return words.length === 0 ? undefined : words.join(' and ');
}

/** Line breaks may differ by language. */
function tagsWithoutBreaks(tags: readonly string[]): readonly string[] {
  return tags.filter((tag) => tag !== 'br' && tag !== 'bar').map((tag) => `<${tag}>`);
}

/** Items of `all` that are not in `taken`, each item of `taken` counted once. */
function without(all: readonly string[], taken: readonly string[]): readonly string[] {
  const rest = [...taken];
  return all.filter((item) => {
    const index = rest.indexOf(item);
    if (index >= 0) rest.splice(index, 1);
    return index < 0;
  });
}

export function describeUse({ owner, path }: { readonly owner: BoundUse['owner']; readonly path: Path }): string {
  return `"${formatPath(path)}" of ${owner}`;
}
