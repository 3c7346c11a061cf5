import { nameCharacter, showInvisible, findUselessCharacters, withoutCharacters } from '#engine/shared/characters.ts';
import { suggestName } from '#engine/shared/suggest-name.ts';
import type { Finding } from '#engine/shared/finding.ts';
import { CONFIRMED_FILE } from '#engine/documents/confirmed-texts.ts';
import { findSameTexts } from '#engine/documents/rules/untranslated-text/same-text.ts';
import type { Source } from '#engine/documents/source.ts';
import { formatPath } from '#engine/documents/source-location.ts';
import type { ConfirmedTranslation, Confirmed } from './confirmed.ts';
import { type TranslatableText, locateEntry } from './entries.ts';
import { alignMarks } from './exchange/inline.ts';
import { isEmpty, formatUnitText, type Unit, type UnitText } from './exchange/unit.ts';
import { findBlockedFile, type Wanted, withTexts } from './with-texts.ts';

/** Result of importing a translation file. Each text counts once: taken, same, empty or refused. */
export interface ImportResult {
  /** File → its new content. */
  readonly files: ReadonlyMap<string, string>;
  /** Changed texts. */
  readonly taken: number;
  /** Texts that are unchanged or duplicated in the file. */
  readonly same: number;
  /** Texts without a translation. */
  readonly empty: number;
  readonly refused: readonly Refused[];
  /** Texts from which invisible characters were removed. */
  readonly cleaned: number;
  /** Warnings about imported texts. */
  readonly warnings: readonly Finding[];
  /** Texts confirmed as approved although their source is newer, or although they equal another language's text. */
  readonly confirmed: number;
}

export interface Refused {
  readonly line: number;
  /** Its key, or its name in the file. */
  readonly name: string;
  /** Reason, and what to do. */
  readonly problem: string;
}

type Judged =
  | { readonly unit: Unit; readonly verdict: 'empty' }
  | { readonly unit: Unit; readonly verdict: 'refused'; readonly entry?: TranslatableText; readonly problem: string }
  | (Wanted & { readonly verdict: 'same' | 'taken'; readonly isCleaned: boolean });

/** An import that is not written yet. */
export interface OpenImport {
  /** File → content with the imported texts. */
  readonly files: ReadonlyMap<string, string>;
  /** The same without the texts of these findings. */
  refuse(errors: readonly Finding[]): OpenImport;
  /** @param warnings findings that do not refuse texts */
  finish(warnings: readonly Finding[], confirmations?: Confirmations): ImportResult;
}

/** Confirmed translations of a project. */
export interface Confirmations {
  /** `null` for an unreadable file, which is not changed then. */
  readonly confirmed: Confirmed | null;
  /** Whether the source of a translation is newer. */
  readonly isStale: (confirmation: ConfirmedTranslation) => boolean;
}

/** Imports translations. Invalid texts are refused by name; all others are imported. */
export function openImport(
  units: readonly Unit[],
  entries: readonly TranslatableText[],
  sources: ReadonlyMap<string, Source>,
): OpenImport {
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  return open(refuseTwice(units.map((unit) => judgeUnit(unit, byKey, sources))));

  function open(judged: readonly Judged[]): OpenImport {
    const taken = judged.flatMap((each) => (each.verdict === 'taken' ? [each] : []));
    const files = withTexts(taken, sources);
    return {
      files,
      refuse: (errors) => open(refuseFound(judged, errors)),
      finish: (warnings, confirmations) => summed(judged, { files, warnings }, entries, confirmations),
    };
  }
}

/**
 * Imports translations that the rules accept: refuses texts until no errors remain. Approved texts count as confirmed.
 *
 * @param judge findings that these files would introduce
 */
export async function importTranslations(
  units: readonly Unit[],
  entries: readonly TranslatableText[],
  sources: ReadonlyMap<string, Source>,
  judge: (files: ReadonlyMap<string, string>) => Promise<readonly Finding[]>,
  confirmations?: Confirmations,
): Promise<ImportResult> {
  let opened = openImport(units, entries, sources);
  for (;;) {
    const findings = opened.files.size === 0 ? [] : await judge(opened.files);
    const errors = findings.filter(({ severity }) => severity === 'error');
    if (errors.length === 0) return opened.finish(findings, confirmations);
    opened = opened.refuse(errors);
  }
}

function summed(
  judged: readonly Judged[],
  { files, warnings }: Pick<ImportResult, 'files' | 'warnings'>,
  entries: readonly TranslatableText[],
  confirmations: Confirmations | undefined,
): ImportResult {
  const approved = judged.flatMap((each) =>
    each.verdict === 'same' && each.unit.isApproved === true ? [{ locale: each.unit.locale, entry: each.entry }] : [],
  );
  const confirmed = approved.filter((each) => confirmations !== undefined && isOpen(each, confirmations));
  const marks = confirmed.length === 0 ? undefined : confirmations?.confirmed?.with(confirmed, entries);
  const count = (verdict: Judged['verdict']): number => judged.filter((each) => each.verdict === verdict).length;
  return {
    files: marks === undefined ? files : new Map([...files, [CONFIRMED_FILE, marks]]),
    taken: count('taken'),
    same: count('same'),
    empty: count('empty'),
    refused: judged.flatMap((each) =>
      each.verdict === 'refused' ? [{ line: each.unit.line, name: chooseName(each), problem: each.problem }] : [],
    ),
    cleaned: judged.filter((each) => each.verdict === 'taken' && each.isCleaned).length,
    warnings,
    confirmed: confirmed.length,
  };
}

/** Whether a confirmation is new. */
function isOpen(each: ConfirmedTranslation, { confirmed, isStale }: Confirmations): boolean {
  if (confirmed === null || confirmed.has(each.entry, each.locale)) return false;
  return isStale(each) || findSameTexts(each.entry.versions).some(({ locale }) => locale === each.locale);
}

function chooseName({ unit, entry }: { readonly unit: Unit; readonly entry?: TranslatableText }): string {
  return entry?.key ?? (unit.names.length === 0 ? 'a text without a key' : unit.names.map(showInvisible).join(' / '));
}

function judgeUnit(
  unit: Unit,
  byKey: ReadonlyMap<string, TranslatableText>,
  sources: ReadonlyMap<string, Source>,
): Judged {
  if (isEmpty(unit.target)) return { unit, verdict: 'empty' };
  const entry = unit.names.map((name) => byKey.get(visible(name))).find((each) => each !== undefined);
  const refuse = (problem: string): Judged => ({
    unit,
    verdict: 'refused',
    problem,
    entry,
  });
  if (unit.problem !== null) return refuse(unit.problem);
  if (entry === undefined) return refuse(unknownKey(unit, byKey.keys()));
  const words = readTarget(unit, entry);
  if ('problem' in words) return refuse(words.problem);
  const present = entry.versions.get(unit.locale)?.text;
  if (present === words.text) return { unit, verdict: 'same', entry, target: words.text, isCleaned: false };
  const [damaged] = /\uFFFD|\p{Cs}|(?![\n\t])\p{Cc}/u.exec(words.text) ?? [];
  if (damaged !== undefined)
    return refuse(`It holds ${nameCharacter(damaged)}, which no text has: the file was damaged. Export it anew.`);
  const target = withoutCharacters(words.text, findUselessCharacters(words.text, { hyphenates: true }));
  const isCleaned = findUselessCharacters(formatUnitText(unit.target), { hyphenates: true }).length > 0;
  if (present === target) return { unit, verdict: 'same', entry, target, isCleaned };
  const blocked = findBlockedFile(locateEntry(entry, unit.locale), sources);
  return blocked === null ? { unit, verdict: 'taken', entry, target, isCleaned } : refuse(blocked);
}

function unknownKey({ names }: Unit, keys: Iterable<string>): string {
  const [name] = names;
  const meant = name === undefined ? undefined : suggestName(name, keys);
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  return `It is not a text of this project, or not any more.${hint} Keys are those of the file that was sent.`;
}

/** A tolerant comparison for changes that tools make, applied to source and translation alike. */
interface Reading {
  readonly of: (words: UnitText) => UnitText;
  /** Normalizes the text of the project accordingly. */
  readonly text: (text: string) => string;
}

const composed = (text: string): string => text.normalize('NFC');
const visible = (text: string): string =>
  composed(withoutCharacters(text, findUselessCharacters(text, { hyphenates: true })));
const changed = (words: UnitText, change: (text: string) => string): UnitText =>
  words.map((part) => (typeof part === 'string' ? change(part) : part));

const READINGS: readonly Reading[] = [
  { of: (words) => words, text: (text) => text },
  { of: (words) => changed(words, visible), text: visible },
  // Tools that reformat XML insert line breaks into texts. Not applied to texts with such whitespace, which would lose it.
  { of: (words) => trimmed(changed(words, (text) => visible(text).replaceAll(/[ \t\n]+/g, ' '))), text: visible },
];

function readTarget(
  { source, target }: Unit,
  entry: TranslatableText,
): { readonly text: string } | { readonly problem: string } {
  const now = entry.source.text;
  for (const reading of READINGS) {
    const meaning = alignMarks(reading.of(source), reading.text(now));
    if (meaning === null) continue;
    const words = reading.of(target);
    const lost = words.find((part) => typeof part !== 'string' && !meaning.has(part.id));
    if (lost === undefined)
      return { text: words.map((part) => (typeof part === 'string' ? part : meaning.get(part.id))).join('') };
    return {
      problem: `${formatUnitText([lost])} is in the translation but not in the source. Use the tags of the source.`,
    };
  }
  return {
    problem: `It was translated from other words than it has by now. Export it anew, and have it translated again.\n  then  ${showInvisible(formatUnitText(source))}\n  now   ${now}`,
  };
}

/** Trims both ends. */
function trimmed(words: UnitText): UnitText {
  return words.map((part, index) => {
    if (typeof part !== 'string') return part;
    const begun = index === 0 ? part.trimStart() : part;
    return index === words.length - 1 ? begun.trimEnd() : begun;
  });
}

/** Refuses a key with different translations in one language; equal ones are imported once. */
function refuseTwice(judged: readonly Judged[]): readonly Judged[] {
  const toKey = (each: Judged): string | null =>
    each.verdict === 'empty' || each.entry === undefined ? null : `${each.unit.locale} ${each.entry.key}`;
  const byKey = Map.groupBy(judged, toKey);
  const words = (each: Judged): string =>
    each.verdict === 'taken' || each.verdict === 'same' ? each.target : formatUnitText(each.unit.target);
  return judged.map((each): Judged => {
    const key = toKey(each);
    const group = key === null ? [each] : (byKey.get(key) ?? []);
    if (group.length === 1 || each.verdict === 'empty') return each;
    if (new Set(group.map(words)).size > 1) {
      const lines = group.map(({ unit }) => unit.line).join(' and ');
      return {
        unit: each.unit,
        entry: each.entry,
        verdict: 'refused',
        problem: `It is in the file several times with different translations, in lines ${lines}. Leave one of them.`,
      };
    }
    const first = group.find(({ verdict }) => verdict === 'taken');
    return each.verdict === 'taken' && first !== each ? { ...each, verdict: 'same' } : each;
  });
}

/** Refuses the texts with errors; all texts when an error cannot be attributed to one. */
function refuseFound(judged: readonly Judged[], errors: readonly Finding[]): readonly Judged[] {
  const found = (each: Judged): Finding | undefined => {
    if (each.verdict !== 'taken') return undefined;
    const location = locateEntry(each.entry, each.unit.locale);
    return errors.find(({ file, path }) => file === location.file && path === formatPath(location.path));
  };
  const isPlaced = judged.some((each) => found(each) !== undefined);
  return judged.map((each): Judged => {
    if (each.verdict !== 'taken') return each;
    const { unit, entry } = each;
    const own = found(each);
    if (own !== undefined) return { unit, entry, verdict: 'refused', problem: `${own.message} (rule ${own.rule})` };
    const [first] = errors;
    if (isPlaced || first === undefined) return each;
    return {
      unit,
      entry,
      verdict: 'refused',
      problem: `With the texts of this file a rule finds a mistake elsewhere, in ${first.file}:${first.line}: ${first.message} (rule ${first.rule})`,
    };
  });
}
