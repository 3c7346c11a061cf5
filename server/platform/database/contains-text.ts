import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Database } from './open-database.ts';

/**
 * Whether a text contains what was typed, in any case. SQLite, and PostgreSQL in the locale "C", know the case of ASCII letters alone, so that the
 * usual spellings of other words are compared. Nothing that was typed means anything to `like`.
 */
export function containsText(
  engine: Database['engine'],
  text: RawBuilder<unknown>,
  typed: string,
): RawBuilder<SqlBool> {
  // PostgreSQL refuses a text with a NUL.
  const part = typed.replaceAll(/\p{Cc}/gu, '').trim();
  const operator = sql.raw(engine === 'postgres' ? 'ilike' : 'like');
  const found = listSpellings(part).map((each) => sql`${text} ${operator} ${buildPattern(each)} escape '\\'`);
  return sql<SqlBool>`(${sql.join(found, sql` or `)})`;
}

/** Whether a canonical address, which is in lower case, contains what was typed. */
export const containsInCanonical = (column: string, typed: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} like ${buildPattern(
    typed
      .replaceAll(/\p{Cc}/gu, '')
      .trim()
      .toLowerCase(),
  )} escape '\\'`;

const buildPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** What `lower` makes of a text in any case on both databases, one of which knows the letters of ASCII alone. */
export const listLowered = (text: string): readonly string[] => [
  ...new Set([...listSpellings(text), inAsciiLower(text.toUpperCase())]),
];

const inAsciiLower = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** With other letters than those of ASCII in lower case, and as names are written; both databases take the case of ASCII for alike. */
function listSpellings(part: string): readonly string[] {
  const lower = part.toLowerCase();
  const title = lower.replaceAll(
    /(^|[\s-])(\p{L})/gu,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );
  return [...new Set([lower, inAsciiLower(title)])];
}
