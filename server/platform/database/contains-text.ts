import { type RawBuilder, sql, type SqlBool } from 'kysely';

/**
 * Whether a column contains a typed text, in any case. SQLite knows the case of ASCII letters alone, and PostgreSQL's `like` of
 * none, so that the usual spellings are compared; nothing that was typed means anything to `like`.
 */
export function containsText(column: string, typed: string): RawBuilder<SqlBool> {
  const text = typed.trim();
  const lower = text.toLowerCase();
  const title = lower.replaceAll(
    /(^|[\s-])(\p{L})/gu,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );
  const spellings = new Set([text, lower, title, text.toUpperCase()]);
  const found = [...spellings].map((each) => {
    const pattern = `%${each.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    return sql`${sql.ref(column)} like ${pattern} escape '\\'`;
  });
  return sql<SqlBool>`(${sql.join(found, sql` or `)})`;
}
