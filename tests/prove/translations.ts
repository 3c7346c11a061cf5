import { isUserError } from '#engine/shared/errors.ts';
import type { TranslatableText } from '#engine/documents/translations/entries.ts';
import { writeExchange } from '#engine/documents/translations/exchange/index.ts';
import type { SentUnit } from '#engine/documents/translations/exchange/unit.ts';
import { isObject } from '#engine/documents/json.ts';
import { parseSource } from '#engine/documents/source.ts';
import {
  type Imported,
  importInto,
  openTranslations,
  sentUnits,
  type TranslationDesk,
} from '#tests/helpers/translation-desk.ts';
import { translationShapes } from '#tests/helpers/translation-shapes.ts';
import type { Proof, ProofResult } from './proof.ts';

/** Damaged files of translators, and damaged files of texts that they are put into. */
export const translations: Proof = {
  summary: 'Damaged XLIFF, CSV and JSON files: no import crashes, loses a text or writes one that nobody sent.',
  runs: 10_000,
  run: ({ runs, random, progress }) => damageTranslations(runs, random, progress),
};

type Random = () => number;

const shapes = {
  ...translationShapes,
  'XLIFF, as sent': (units, locale) => Buffer.from(writeExchange('a.xlf', locale, units)),
  'CSV, as sent': (units, locale) => Buffer.from(writeExchange('a.csv', locale, units)),
} satisfies typeof translationShapes;

export async function damageTranslations(
  runs: number,
  random: Random,
  progress: (done: number) => void = () => undefined,
): Promise<ProofResult> {
  const desk = await openTranslations('tests/invalid-projects/project');
  const units = sentUnits(desk, 'de');
  const files = Object.entries(shapes).map(([name, write]) => sent(name, Buffer.from(write(units, 'de')), units));
  const counts = {
    'Files that are refused as a whole': 0,
    'Files of which something is taken': 0,
    'Texts that are refused by name': 0,
  };
  const broken: string[] = [];
  for (let run = 0; run < runs; run += 1) {
    const file = files[run % files.length];
    if (file === undefined) break;
    const isJson = run % 3 === 2;
    try {
      const imported = isJson ? intoDamaged(desk, file, random, broken) : damaged(desk, file, random, broken);
      counts['Texts that are refused by name'] += imported.refused.length;
      if (imported.taken > 0) counts['Files of which something is taken'] += 1;
    } catch (error) {
      if (isUserError(error)) counts['Files that are refused as a whole'] += 1;
      else broken.push(`Run ${run}, ${file.name}: ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
    }
    if (run % 200 === 0) progress(run);
  }
  return { found: [['Files', runs], ...Object.entries(counts)], broken };
}

interface Sent {
  readonly name: string;
  readonly bytes: Buffer;
  readonly total: number;
  /** Keys with the first byte of the lines that hold them. */
  readonly lines: readonly { readonly key: string; readonly from: number }[];
}

function sent(name: string, bytes: Buffer, units: readonly SentUnit[]): Sent {
  const isWide = bytes.includes(0);
  const isBig = isWide && bytes[0] === 0xfe;
  const text = isWide ? Buffer.from(isBig ? Buffer.from(bytes).swap16() : bytes).toString('utf16le') : bytes.toString();
  let last = 0;
  const lines = units.map(({ key }) => {
    last = text.indexOf(key, last);
    const start = text.lastIndexOf('\n', last) + 1;
    return { key, from: isWide ? start * 2 : Buffer.byteLength(text.slice(0, start)) };
  });
  return { name, bytes, lines, total: units.length };
}

/** Signs that mean something in one of the formats. */
const SIGNS = [
  '"',
  '""',
  '<',
  '>',
  '&',
  ']]>',
  '</target>',
  '<target>',
  '\n',
  '\r',
  ',',
  ';',
  '\t',
  '\uFEFF',
  '\u200B',
  '\u0000',
  "'",
  '=',
  '{',
  '}',
  '&#0;',
  '<x id="1"/>',
];

interface Damage {
  readonly bytes: Buffer;
  /** What is another now, in bytes of the file before. */
  readonly from: number;
  readonly to: number;
}

function damage(bytes: Buffer, random: Random): Damage {
  const at = Math.floor(random() * bytes.length);
  const to = Math.min(bytes.length, at + 1 + Math.floor(random() * 60));
  const splice = (from: number, end: number, middle: Buffer): Damage => ({
    bytes: Buffer.concat([bytes.subarray(0, from), middle, bytes.subarray(end)]),
    from,
    to: end,
  });
  const kinds = [
    () => splice(at, at + 1, Buffer.of((bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8)))),
    () => splice(at, to, Buffer.alloc(0)),
    () => splice(at, at, Buffer.from(SIGNS[Math.floor(random() * SIGNS.length)] ?? '')),
    () => splice(to, to, bytes.subarray(at, to)),
    () => splice(at, at, bytes.subarray(at, Math.min(bytes.length, at + 700))),
    () => splice(at, bytes.length, Buffer.alloc(0)),
    () => splice(at, to, Buffer.from([...bytes.subarray(at, to)].toReversed())),
  ];
  return (kinds[Math.floor(random() * kinds.length)] ?? kinds[0])?.() ?? { bytes, from: at, to: at };
}

/** A damaged file changes only texts whose lines were damaged, and leaves no other one out. */
function damaged(desk: TranslationDesk, file: Sent, random: Random, broken: string[]): Imported {
  const { bytes, from, to } = damage(file.bytes, random);
  const imported = importInto(desk, bytes, 'de');
  const touched = touchedKeys(file, from, to);
  const say = (what: string): void => void broken.push(`${file.name}, bytes ${from} to ${to}: ${what}`);
  compareSums(imported, say);
  for (const { key, text, before } of changes(desk, imported, say)) {
    if (!touched.has(key)) say(`"${key}" was not damaged and says "${text}" in place of "${before}".`);
    if (/\p{Cs}|\uFFFD|(?![\n\t])\p{Cc}/u.test(text))
      say(`"${key}" has letters that nobody wrote: ${JSON.stringify(text)}.`);
  }
  if (imported.same < file.total - touched.size)
    say(`${imported.same} texts are the same, and ${touched.size} of ${file.total} were damaged.`);
  return imported;
}

function touchedKeys({ lines, bytes }: Sent, from: number, to: number): ReadonlySet<string> {
  const [first] = lines;
  // What stands before the texts says what they are.
  if (first === undefined || from <= first.from) return new Set(lines.map(({ key }) => key));
  const ends = lines.map((_, index) => lines[index + 1]?.from ?? bytes.length);
  // The byte behind belongs to the same sign in UTF-16, such as the end of the line.
  const indexes = lines.flatMap(({ from: start }, index) =>
    start <= to + 1 && (ends[index] ?? 0) >= from ? [index] : [],
  );
  return new Set(indexes.map((index) => lines[index]?.key ?? ''));
}

function compareSums({ units, taken, same, empty, refused }: Imported, say: (what: string) => void): void {
  if (units.length !== taken + same + empty + refused.length)
    say(`${units.length} texts are ${taken} taken, ${same} same, ${empty} empty and ${refused.length} refused.`);
  if (refused.some(({ name, problem }) => name === '' || problem === ''))
    say('A text is refused without a name or a reason.');
}

interface Changed {
  readonly key: string;
  readonly text: string;
  readonly before: unknown;
}

function changes(desk: TranslationDesk, { files }: Imported, say: (what: string) => void): readonly Changed[] {
  return [...files].flatMap(([file, text]) => {
    const before = desk.sources.get(file)?.value;
    const { value, problems } = parseSource(file, text);
    if (problems.length > 0 || !isObject(value) || !isObject(before)) {
      say(`${file} cannot be read afterwards: ${problems[0]?.message ?? text}`);
      return [];
    }
    const lost = Object.keys(before).filter((key) => !Object.hasOwn(value, key));
    if (lost.length > 0) say(`${file} has lost ${lost.join(', ')}.`);
    const namespace = file.replace(/^.*\//, '').replace(/\.json$/, '');
    return Object.entries(value).flatMap(([key, now]) =>
      before[key] === now ? [] : [{ key: `${namespace}.${key}`, text: String(now), before: before[key] }],
    );
  });
}

/** A whole file of a translator with other words, put into a project whose own file is damaged. */
function intoDamaged(desk: TranslationDesk, { name, bytes }: Sent, random: Random, broken: string[]): Imported {
  const file = 'locales/de/site.json';
  const text = damage(Buffer.from(desk.sources.get(file)?.text ?? ''), random).bytes.toString();
  const source = parseSource(file, text);
  const words = isObject(source.value) ? source.value : {};
  const entries = desk.entries.map((entry): TranslatableText => {
    const version = entry.versions.get('de');
    const now = words[entry.key.slice('site.'.length)];
    if (version === undefined || !entry.key.startsWith('site.')) return entry;
    const versions = new Map(entry.versions);
    if (typeof now === 'string') versions.set('de', { ...version, text: now });
    else versions.delete('de');
    return { ...entry, versions };
  });
  const project = { entries, sources: new Map([...desk.sources, [file, source]]) };
  const imported = importInto(project, bytes, 'de');
  const say = (what: string): void => void broken.push(`${name} into ${JSON.stringify(text)}: ${what}`);
  compareSums(imported, say);
  if (source.problems.length > 0 && imported.files.has(file)) say('A file that cannot be read was written over.');
  const keys = new Set(imported.units.flatMap(({ names }) => names));
  for (const { key } of changes(project, imported, say))
    if (!keys.has(key)) say(`"${key}" was not sent and is another one.`);
  return imported;
}
