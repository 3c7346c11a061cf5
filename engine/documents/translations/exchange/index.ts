import { extname } from 'node:path';
import { writeCsv } from '#engine/shared/csv.ts';
import { UserError } from '#engine/shared/errors.ts';
import { sourceLocale } from '#engine/documents/texts.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { decodeFile } from './decode-file.ts';
import { FileLanguages } from './languages.ts';
import { readTable } from './read-table.ts';
import { readXliff } from './read-xliff.ts';
import type { SentUnit, Unit } from './unit.ts';
import { writeXliff } from './write-xliff.ts';

/** @throws UserError for another extension than `.csv`, `.xlf` and `.xliff` */
export function writeExchange(file: string, locale: Locale, units: readonly SentUnit[]): string {
  const ending = extname(file).toLowerCase();
  if (ending === '.xlf' || ending === '.xliff') return writeXliff(locale, units);
  if (ending !== '.csv')
    throw new UserError(`"${file}" ends neither in .csv nor in .xlf or .xliff. Name a file that does.`);
  const rows = units.map(({ key, source, target, note }) => [key, source, target, note]);
  return writeCsv([['key', sourceLocale, locale, 'note'], ...rows]);
}

/**
 * Reads all texts of a returned file. Its format is detected by content, because tools use their own file extensions.
 *
 * @param language language of a file that names none
 * @throws UserError with the line, for an invalid file or a language that the site does not have
 */
export function readExchange(file: string, bytes: Uint8Array, language?: Locale): readonly Unit[] {
  try {
    if (bytes[0] === 0x50 && bytes[1] === 0x4b)
      throw new UserError(
        'This is a ZIP file or a workbook. Save the sheet as "CSV UTF-8", or take the XLIFF file out.',
      );
    const text = decodeFile(bytes);
    const languages = new FileLanguages(language);
    const [begin = ''] = /[^\s\uFEFF]/.exec(text) ?? [];
    if (begin === '<') return readXliff(text, languages);
    if (begin === '{' || begin === '[')
      throw new UserError('This is JSON. Expected: the CSV or XLIFF file that was sent, with translations.');
    return readTable(text, languages);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(`${file}: ${error.message} Nothing was written.`, { cause: error });
  }
}
