import { suggestName } from '#engine/shared/suggest-name.ts';
import { listTexts, checkEachText } from '../../each-text.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { SourceLocation } from '../../source-location.ts';
import type { BoundUse, SiteFacts, TextLookup } from '../../project.ts';
import { compareVersions, describeUse, splitText, findUnknownParts } from '../../text-parts.ts';
import { isPlaceholder } from '../untranslated-text/placeholder.ts';
import { type TextVersions, readVersions, withoutPlural } from '../../texts.ts';
import type { Rule } from '../rule.ts';

export const textMarkup: Rule = {
  id: 'text-markup',
  severity: 'error',
  description: 'The tags and variables of a text are known, allowed where it is, and the same in every language.',
  text: function* (use, { texts, site }) {
    for (const versions of versionsOfUse(use, texts)) {
      if (typeof use.value !== 'string') yield* checkVersions(versions, site);
      yield* checkUse(use, versions);
    }
  },
  project: checkEachText(
    listTexts,
    ({ references: { site, texts }, uses: { textKeys } }) =>
      (key) => {
        const isPlural = withoutPlural(key) !== key;
        return [site, !texts.keys.has(key) || (textKeys.has(key) && !isPlural), isPlural] as const;
      },
    (_key, versions, [site, isStrict, isPlural]) => checkVersions(versions, site, isStrict, isPlural),
  ),
};

function versionsOfUse({ value, location }: BoundUse, texts: TextLookup): readonly TextVersions[] {
  return typeof value === 'string' ? (texts.of(value) ?? []) : [readVersions(value, location)];
}

/**
 * Texts of code, such as mails: variables may differ by language, where one greets by first name and another by last name. Plural forms may
 * omit the number.
 */
function* checkVersions(
  all: TextVersions,
  site: SiteFacts,
  isStrict = true,
  isPlural = false,
): Generator<FindingDraft> {
  // Placeholders have a finding of their own.
  const versions = new Map([...all].filter(([, { text }]) => !isPlaceholder(text)));
  const [first] = versions.values();
  for (const { text, location } of versions.values()) {
    const parts = splitText(text);
    if (!parts.ok)
      yield {
        location: { ...location, inside: parts.offset },
        message: `The text cannot be read: ${parts.message}`,
        found: text,
        suggestion: suggestVariable(text.slice(parts.offset), versions),
      };
    else yield* foreignMarkup(text, location);
  }
  if (first === undefined) return;
  const unknown = [...findUnknownParts(first, site)];
  yield* unknown;
  for (const finding of compareVersions(versions, isStrict, isPlural)) {
    // A link in another notation is a missing tag.
    const { found } = finding;
    if (typeof found === 'string' && NOTATIONS.some(({ pattern }) => pattern.test(found))) continue;
    // Errors of the source are reported already, and correct translations are not. A number in place of its claim is also a missing variable.
    if (unknown.length === 0 || finding.location !== first.location) yield { ...finding, follows: [finding.location] };
  }
}

/** The variable of another language that is like the one in these braces, in other case or with blanks. */
function suggestVariable(text: string, versions: TextVersions): string | undefined {
  const written = /^\{\s*([\w. -]+?)\s*\}/.exec(text)?.[1];
  if (written === undefined) return undefined;
  const known = [...versions.values()].flatMap((entry) => {
    const parts = splitText(entry.text);
    return parts.ok ? parts.variables : [];
  });
  const name = suggestName(written, known);
  return name && `{${name}}`;
}

/** Notations of other programs, which are shown literally. */
const NOTATIONS = [
  {
    pattern: /&(?:[a-z]{2,8}|#\d{1,7}|#x[\da-f]{1,6});|&(?:amp|nbsp|quot|lt|gt|shy)(?![\p{L};])/iu,
    says: 'is how HTML writes a character',
    expected: 'the character itself',
    mark: 'entity',
  },
  {
    pattern: /\*\*[^*]+\*\*|(?<![\p{L}\d])__[^_]+__(?![\p{L}\d])|\[[^\][]+\]\([^()]+\)|`[^`]+`|^#{1,6}\s|^-\s/u,
    says: 'is the notation of another program (Markdown)',
    expected: '<strong>…</strong>, <em>…</em>, <s>…</s> or <link:NAME>…</link:NAME>',
    mark: 'foreign',
  },
  {
    pattern: /\{\{\s*[a-z][\w.]*\s*\}\}|%(?:\d+\$)?[sd@](?![\p{L}\d])/iu,
    says: 'is how another program writes a variable',
    expected: 'a variable such as {claims.NAME}, in one pair of braces',
    mark: 'variable',
  },
  {
    pattern: /\\[nrt]?/,
    says: 'is how programs write characters',
    expected: '<br/> for a new line, and otherwise the character itself',
    mark: 'backslash',
  },
] as const;

function* foreignMarkup(text: string, location: SourceLocation): Generator<FindingDraft> {
  for (const { pattern, says, expected, mark } of NOTATIONS) {
    const found = pattern.exec(text);
    if (found === null) continue;
    yield {
      location: { ...location, inside: found.index },
      message: `"${found[0]}" ${says}, and is shown as it is written.`,
      expected,
      found: found[0],
      mark,
    };
  }
}

function lacks(text: string, variable: string): boolean {
  const parts = splitText(text);
  return parts.ok && !parts.variables.includes(variable);
}

/** Headlines break by phrase; the same text as page title has spaces there. */
function mayHoldPhrases({ binding }: BoundUse): boolean {
  return binding.heading !== undefined || binding.phrased === true || binding.plain === true;
}

/** Checks that depend on the use of a text: its variables, and whether markup is allowed. */
function* checkUse(use: BoundUse, versions: TextVersions): Generator<FindingDraft> {
  const allowed = use.binding.variables ?? [];
  for (const { text, location } of versions.values()) {
    const parts = splitText(text);
    if (!parts.ok) continue;
    const variable = parts.variables.find(
      (name) => name !== 'site' && !name.startsWith('claims.') && !allowed.includes(name),
    );
    if (variable !== undefined) {
      // Within one language, the comparison of the languages reports it.
      if ([...versions.values()].every((other) => other.text === text || lacks(other.text, variable))) continue;
      yield {
        location,
        message: `The text uses the variable "{${variable}}", which ${describeUse(use)} does not give it.`,
        expected:
          allowed.length === 0
            ? 'a text without variables, or with {site} or {claims.…}'
            : `{site}, {claims.…} or one of ${allowed.map((name) => `{${name}}`).join(', ')}`,
        found: text,
        mark: `variable ${variable}`,
      };
      // Other languages have the same variables, or a finding of their own.
      return;
    }
    if (parts.tags.includes('bar') && !mayHoldPhrases(use)) {
      yield {
        location,
        message: `The text holds the bar "|" between two phrases, but ${describeUse(use)} is not a headline.`,
        expected: 'a space, or "||" for the character itself',
        found: text,
        mark: 'bar',
      };
      return;
    }
    const tag = parts.tags.find((each) => each !== 'bar');
    if (use.binding.plain === true && tag !== undefined) {
      yield {
        location,
        message: `The text holds the tag "<${tag}>", but ${describeUse(use)} cannot show markup.`,
        expected: 'a text without tags',
        found: text,
        mark: 'plain',
      };
      return;
    }
  }
}
