import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Database } from './open-database.ts';

/**
 * Whether a column contains a text, ignoring case. SQLite, and PostgreSQL in the locale "C", fold ASCII letters only, so common spellings are compared
 * as well. Wildcards of `like` are escaped.
 */
export function containsText(
  engine: Database['engine'],
  text: RawBuilder<unknown>,
  typed: string,
): RawBuilder<SqlBool> {
  // PostgreSQL rejects NUL in text.
  const part = typed.replaceAll(/\p{Cc}/gu, '').trim();
  const operator = sql.raw(engine === 'postgres' ? 'ilike' : 'like');
  const found = listSpellings(part).map((each) => sql`${text} ${operator} ${buildPattern(each)} escape '\\'`);
  return sql<SqlBool>`(${sql.join(found, sql` or `)})`;
}

/** Whether a canonical address, which is lower case, contains a text. */
export const containsInCanonical = (column: string, typed: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} like ${buildPattern(
    typed
      .replaceAll(/\p{Cc}/gu, '')
      .trim()
      .toLowerCase(),
  )} escape '\\'`;

const buildPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Lower case variants of a text as both databases compute them, one of which folds ASCII letters only. */
export const listLowered = (text: string): readonly string[] => [
  ...new Set([...listSpellings(text), inAsciiLower(text.toUpperCase())]),
];

const inAsciiLower = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** With non-ASCII letters in lower case and capitalized; both databases fold ASCII. */
function listSpellings(part: string): readonly string[] {
  const lower = part.toLowerCase();
  const title = lower.replaceAll(
    /(^|[\s-])(\p{L})/gu,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );
  return [...new Set([lower, inAsciiLower(title)])];
}
