import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/platform/database/open-database.ts';

/**
 * A canonical address without parts that providers ignore: plus tags, and dots. The index of migration `0044-duplicates` uses exactly this
 * expression. @param column such as `email_canonical`
 */
export function selectAliasKey(engine: Database['engine'], column: string): RawBuilder<string> {
  const position = engine === 'postgres' ? 'strpos' : 'instr';
  const local = `substr(${column}, 1, ${position}(replace(${column}, '+', '@') || '@', '@') - 1)`;
  const domain = `substr(${column}, ${position}(${column} || '@', '@'))`;
  return sql.raw<string>(`replace(${local}, '.', '') || ${domain}`);
}

/** Providers that ignore dots, with all their domains. */
const DOTLESS: readonly string[] = ['gmail.com', 'googlemail.com'];

interface Parts {
  readonly local: string;
  readonly domain: string;
}

function split(canonical: string): Parts {
  const at = canonical.indexOf('@');
  const [local = ''] = canonical.slice(0, at).split('+');
  return { local, domain: canonical.slice(at + 1) };
}

const withoutDots = (local: string): string => local.replaceAll('.', '');

/** Keys of an address's aliases in the index. */
export function listAliasKeys(canonical: string): readonly string[] {
  const { local, domain } = split(canonical);
  const domains = DOTLESS.includes(domain) ? DOTLESS : [domain];
  return domains.map((each) => `${withoutDots(local)}@${each}`);
}

/** Whether two addresses belong to one mailbox. */
export function isAlias(one: string, other: string): boolean {
  const [a, b] = [split(one), split(other)];
  if (DOTLESS.includes(a.domain) && DOTLESS.includes(b.domain)) return withoutDots(a.local) === withoutDots(b.local);
  return a.domain === b.domain && a.local === b.local;
}
