import { extname } from 'node:path';
import { jsToXliff12, xliff12ToJs } from 'xliff';
import { readCsv, writeCsv } from '#engine/base/csv.ts';
import { Mistake } from '#engine/base/errors.ts';
import { sourceLocale } from '#engine/documents/texts.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';

/** One text on its way to a translator or back. */
export interface Unit {
  readonly key: string;
  /** The words that were translated. */
  readonly source: string;
  /** Empty while there is no translation. */
  readonly target: string;
  /** Where it is shown and why it is sent, for the translator. */
  readonly note?: string;
}

export interface Exchange {
  readonly locale: Locale;
  readonly units: readonly Unit[];
}

interface Format {
  write(exchange: Exchange): Promise<string>;
  /** Rejects with what is wrong, in words. */
  read(text: string): Promise<{ readonly locale: string | undefined; readonly units: readonly Unit[] }>;
}

/** @throws Mistake for a name with another ending than `.csv`, `.xlf` and `.xliff`. */
function formatOf(file: string): Format {
  const ending = extname(file).toLowerCase();
  if (ending === '.csv') return csv;
  if (ending === '.xlf' || ending === '.xliff') return xliff;
  throw new Mistake(`"${file}" ends neither in .csv nor in .xlf or .xliff. Name a file that does.`);
}

export function writeExchange(file: string, exchange: Exchange): Promise<string> {
  return formatOf(file).write(exchange);
}

/** @throws Mistake when the file is not what was sent, or its language is none of the site's. */
export async function readExchange(file: string, text: string): Promise<Exchange> {
  const { locale: found, units } = await formatOf(file).read(text);
  const locale = locales.find((known) => known === found && known !== sourceLocale);
  if (locale !== undefined) return { locale, units };
  const allowed = locales.filter((known) => known !== sourceLocale).join(', ');
  throw new Mistake(`${file}: the language of the translation is "${found ?? ''}". Expected: one of ${allowed}.`);
}

/** Spreadsheets: the language is the title of its column. Words that begin like a formula have a quote before them. */
const csv: Format = {
  write({ locale, units }) {
    const rows = units.map(({ key, source, target, note = '' }) => [key, source, target, note]);
    return Promise.resolve(writeCsv([['key', sourceLocale, locale, 'note'], ...rows]));
  },
  read(text) {
    const [head, ...rows] = readCsv(text);
    const [key, source, locale] = head?.cells ?? [];
    if (key !== 'key' || source !== sourceLocale)
      return Promise.reject(
        new Mistake(
          `The first line has the columns "${(head?.cells ?? []).join('", "')}". Expected: "key", "${sourceLocale}", the language, "note".`,
        ),
      );
    const units = rows.map(({ cells }) => {
      const [name = '', words = '', target = ''] = cells.map((cell) => cell.replace(/^'(?=[=+\-@])/, ''));
      return { key: name, source: words, target };
    });
    return Promise.resolve({ locale, units });
  },
};

/** XLIFF 1.2 (OASIS), one file a namespace. */
const xliff: Format = {
  write({ locale, units }) {
    const resources: Record<string, Record<string, Omit<Unit, 'key'>>> = {};
    for (const { key, ...unit } of units) (resources[namespaceOf(key)] ??= {})[key] = unit;
    return jsToXliff12({ sourceLanguage: sourceLocale, targetLanguage: locale, resources });
  },
  async read(text) {
    const { targetLanguage, resources } = await xliff12ToJs(text).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message.replaceAll(/\s*\n\s*/g, ', ') : String(error);
      throw new Mistake(`This is not XLIFF 1.2: ${reason}.`, { cause: error });
    });
    const units = Object.values(resources).flatMap((file) =>
      Object.entries(file).map(([key, { source, target }]) => ({
        key,
        source: wordsOf(source),
        target: wordsOf(target),
      })),
    );
    return { locale: targetLanguage, units };
  },
};

function namespaceOf(key: string): string {
  return key.includes('#') ? key.slice(0, key.indexOf('#')) : key.slice(0, key.indexOf('.'));
}

/** Tags are in the words as they are written; a tool that made elements of them has changed the text. */
function wordsOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  throw new Mistake(`A text holds elements: ${JSON.stringify(value)}. Send tags such as <em> as words.`);
}
