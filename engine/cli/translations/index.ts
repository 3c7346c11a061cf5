import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { resolve as resolvePath, join } from 'node:path';
import { suggestName } from '#engine/shared/suggest-name.ts';
import { UserError } from '#engine/shared/errors.ts';
import { type Finding, identifyFinding } from '#engine/shared/finding.ts';
import { findSameTexts } from '#engine/documents/rules/untranslated-text/same-text.ts';
import { type ProjectInput, readProject } from '#engine/documents/read-project.ts';
import { getProject, resolve } from '#engine/documents/resolve.ts';
import type { Source } from '#engine/documents/source.ts';
import type { ResolveResult } from '#engine/documents/types.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { formatText } from '../check/format-text.ts';
import { type Output, standardOutput } from '../output.ts';
import { createUsageError, readArguments } from '../usage.ts';
import { importTranslations, type ImportResult } from '#engine/documents/translations/import-translations.ts';
import type { ConfirmedTranslation, Confirmed } from '#engine/documents/translations/confirmed.ts';
import { readConfirmed, writeConfirmed } from './read-confirmed.ts';
import { listTextEntries, targetLocales, type TranslatableText } from '#engine/documents/translations/entries.ts';
import { readExchange, writeExchange } from '#engine/documents/translations/exchange/index.ts';
import type { SentUnit } from '#engine/documents/translations/exchange/unit.ts';
import { formatStatus, formatUntranslatedText } from './format-status.ts';
import { readHistory } from './history.ts';
import { type UntranslatedText, listUntranslatedTexts } from './list-untranslated-texts.ts';
import { type FindPages, readPages } from '#engine/documents/translations/pages.ts';
import { localDeployment } from '../local-deployment.ts';

export const usage = {
  name: 'texts',
  summary: 'Says what is missing and what is stale in each language, and exchanges texts with translators.',
  calls: {
    '': 'page by page and language by language',
    '--language de': 'every text that a translator of that language has to look at',
    'export <language> <file>': 'writes texts for a translator: .csv, or .xlf and .xliff for XLIFF 1.2',
    'import <file>':
      'puts what came back in place: XLIFF 1.2 and 2, CSV; a text with a mistake is refused by name and the others are taken',
    'confirm <language> <key>…': 'a translation still says what its source says, although that was written later',
  },
  options: {
    language: {
      type: 'string',
      value: '<language>',
      does: 'one language with all its open texts; with import: the language of a file that names none',
    },
    all: { type: 'boolean', default: false, does: 'with export: also texts with nothing to do' },
  },
  positionals: 1_000,
} as const;

/** Context of the calls. */
interface Desk {
  readonly root: string;
  readonly output: Output;
  readonly input: ProjectInput;
  readonly resolution: ResolveResult;
  readonly sources: ReadonlyMap<string, Source>;
  readonly entries: readonly TranslatableText[];
  readonly confirmed: Confirmed;
  readonly open: readonly UntranslatedText[];
  readonly hasHistory: boolean;
  readonly findPages: FindPages;
}

/** `npm run texts` (N12): status, export and import of translations, by the Git history of texts. */
export async function run(args: readonly string[], root: string, output: Output = standardOutput): Promise<number> {
  const { values, positionals } = readArguments(usage, args);
  const [action, ...words] = positionals;
  const desk = await openDesk(root, output);
  switch (action) {
    case undefined:
      return showLedger(desk, values.language === undefined ? null : readLanguage(values.language));
    case 'export':
      return exportTexts(desk, words, values.all);
    case 'import':
      return importTexts(desk, words, values.language === undefined ? undefined : readLanguage(values.language));
    case 'confirm':
      return confirm(desk, words);
    default: {
      const meant = suggestName(action, ['export', 'import', 'confirm']);
      throw createUsageError(
        usage,
        meant === undefined ? `"${action}" is not known here.` : `Did you mean "${meant}"?`,
      );
    }
  }
}

async function openDesk(root: string, output: Output): Promise<Desk> {
  const input = await readProject(root);
  const resolution = resolveProject(input);
  const project = getProject(resolution);
  const entries = listTextEntries(project.references.texts);
  const history = readHistory(root);
  const confirmed = readConfirmed(root);
  return {
    root,
    output,
    input,
    resolution,
    sources: new Map(project.sources.map((source) => [source.file, source])),
    entries,
    confirmed,
    open: listUntranslatedTexts(entries, history, confirmed),
    hasHistory: history !== null,
    findPages: readPages(project),
  };
}

function resolveProject(input: ProjectInput, before?: ResolveResult): ResolveResult {
  return resolve({ ...input, deployment: localDeployment, journeys }, before);
}

const listFindings = (result: ResolveResult): readonly Finding[] => (result.ok ? result.warnings : result.findings);

function showLedger({ open, findPages, output, entries, sources, hasHistory }: Desk, locale: Locale | null): number {
  const shown = locale === null ? open : open.filter((text) => text.locale === locale);
  const lines =
    locale === null ? formatStatus(shown, findPages) : shown.map((text) => formatUntranslatedText(text, sources));
  const stale = shown.filter(({ since }) => since !== undefined).length;
  const total = entries.length * (locale === null ? targetLocales.length : 1);
  const sum = `${total} translations: ${shown.length - stale} missing, ${stale} stale.`;
  const ways = locale === null && shown.length > 0 ? ' "npm run texts -- --language de" shows the German ones.' : '';
  output.write(`${[...(shown.length === 0 ? [] : [...lines, '']), sum + ways, ...warning(hasHistory)].join('\n')}\n`);
  return 0;
}

function warning(hasHistory: boolean): readonly string[] {
  if (hasHistory) return [];
  return ['The Git history is incomplete, so stale translations cannot be detected.'];
}

async function exportTexts(
  { open, entries, findPages, output }: Desk,
  [language, file, ...rest]: readonly string[],
  all: boolean,
): Promise<number> {
  if (language === undefined || file === undefined || rest.length > 0)
    throw createUsageError(usage, 'Name a language and a file, such as: export de german.xlf');
  const locale = readLanguage(language);
  const own = new Map(open.filter((text) => text.locale === locale).map((text) => [text.entry, text]));
  const chosen = all ? entries : [...own.keys()];
  const units = chosen.map((entry) => createSentUnit(entry, locale, own.get(entry), findPages));
  const written = writeExchange(file, locale, units);
  try {
    await writeFile(resolvePath(file), written);
  } catch (error) {
    throw new UserError(
      `${file} cannot be written: ${error instanceof Error ? error.message : String(error)}. Name a file in a folder that exists.`,
      { cause: error },
    );
  }
  output.write(`${units.length} texts are in ${file}. "npm run texts -- import ${file}" brings them back.\n`);
  return 0;
}

function createSentUnit(
  entry: TranslatableText,
  locale: Locale,
  open: UntranslatedText | undefined,
  findPages: FindPages,
): SentUnit {
  const [first, ...others] = findPages(entry);
  const more = others.length === 0 ? '' : ` and ${others.length} more pages`;
  const state = open === undefined ? 'Up to date.' : open.since === undefined ? 'Missing.' : 'The source has changed.';
  return {
    key: entry.key,
    source: entry.source.text,
    target: entry.versions.get(locale)?.text ?? '',
    note: [state, ...(first === undefined ? [] : [`Shown on ${first}${more}.`])].join(' '),
  };
}

async function importTexts(
  { root, output, input, resolution, sources, entries, open, confirmed }: Desk,
  [file, ...rest]: readonly string[],
  language: Locale | undefined,
): Promise<number> {
  if (file === undefined || rest.length > 0) throw createUsageError(usage, 'Name one file, such as: import german.xlf');
  const units = readExchange(file, await readBytes(file), language);
  const judge = async (files: ReadonlyMap<string, string>) => newFindings(input, files, resolution);
  const isStale = ({ entry, locale }: ConfirmedTranslation): boolean =>
    open.some((text) => text.since !== undefined && text.entry === entry && text.locale === locale);
  const brought = await importTranslations(units, entries, sources, judge, { confirmed, isStale });
  await replaceFiles(root, brought.files, sources);
  for (const { line, name, problem } of brought.refused) output.write(`${file}:${line}  ${name}  ${problem}\n`);
  for (const finding of brought.warnings) output.write(`${formatText(finding, output.colours)}\n`);
  output.write(`${summarize(units.length, brought)}\n`);
  return brought.refused.length === 0 ? 0 : 1;
}

function summarize(total: number, { taken, same, empty, refused, cleaned, confirmed, files }: ImportResult): string {
  const approved = confirmed === 0 ? '' : ` Confirmed: ${confirmed}.`;
  const marks = cleaned === 0 ? '' : ` Characters that show nothing were taken out of ${cleaned}.`;
  const where = files.size === 0 ? ' Nothing was written.' : ` Written: ${[...files.keys()].toSorted().join(', ')}.`;
  return `${total} texts: ${taken} taken, ${same} same, ${empty} empty, ${refused.length} refused.${approved}${marks}${where}`;
}

/**
 * Replaces all files or none, each atomically.
 *
 * @throws UserError when a file was changed since it was read
 */
async function replaceFiles(
  root: string,
  files: ReadonlyMap<string, string>,
  sources: ReadonlyMap<string, Source>,
): Promise<void> {
  const parts = [...files].map(([name, text]) => ({ name, text, part: join(root, `${name}.${process.pid}.part`) }));
  try {
    await Promise.all(parts.map(({ part, text }) => writeFile(part, text)));
    for (const { name } of parts) {
      const now = await readFile(join(root, name), 'utf8').catch(() => undefined);
      if (now !== sources.get(name)?.text)
        throw new UserError(`${name} was changed while the texts were read. Nothing was written; call it again.`);
    }
    for (const { name, part } of parts) await rename(part, join(root, name));
  } finally {
    await Promise.all(parts.map(({ part }) => rm(part, { force: true })));
  }
}

/** Findings that the change introduces. */
function newFindings(
  input: ProjectInput,
  files: ReadonlyMap<string, string>,
  before: ResolveResult,
): readonly Finding[] {
  const known = new Set(listFindings(before).map(identifyFinding));
  const [layer] = input.layers;
  const changed = { ...input, layers: [{ ...layer, files: new Map([...layer.files, ...files]) }] as const };
  return listFindings(resolveProject(changed, before)).filter((finding) => !known.has(identifyFinding(finding)));
}

function confirm({ root, output, entries, confirmed, open }: Desk, [language, ...keys]: readonly string[]): number {
  if (language === undefined || keys.length === 0)
    throw createUsageError(usage, 'Name a language and at least one key, such as: confirm de landing.hero.title');
  const locale = readLanguage(language);
  const stale = new Map(
    open.flatMap((text) => (text.locale === locale && text.since ? [[text.entry.key, text.entry] as const] : [])),
  );
  const same = new Map(
    entries.flatMap((entry) =>
      findSameTexts(entry.versions).some((text) => text.locale === locale) ? [[entry.key, entry] as const] : [],
    ),
  );
  const chosen = keys.map((key) => {
    const entry = stale.get(key) ?? same.get(key);
    if (entry !== undefined) return entry;
    const meant = suggestName(key, [...stale.keys(), ...same.keys()]);
    throw new UserError(
      `"${key}" is neither stale nor the same as in another language in "${locale}".${meant === undefined ? '' : ` Did you mean "${meant}"?`} "npm run texts -- --language ${locale}" shows those that are.`,
    );
  });
  writeConfirmed(
    root,
    confirmed.with(
      chosen.map((entry) => ({ entry, locale })),
      entries,
    ),
  );
  output.write(`${chosen.length} confirmed in locales/confirmed.json.\n`);
  return 0;
}

function readLanguage(text: string): Locale {
  const locale = targetLocales.find((known) => known === text);
  if (locale !== undefined) return locale;
  throw createUsageError(
    usage,
    `"${text}" is not a language that texts are translated into. There are ${targetLocales.join(', ')}.`,
  );
}

async function readBytes(file: string): Promise<Uint8Array> {
  try {
    return await readFile(resolvePath(file));
  } catch (error) {
    throw new UserError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`, {
      cause: error,
    });
  }
}
