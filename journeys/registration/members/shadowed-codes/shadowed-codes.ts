import { readPathCode } from '#journeys/registration/members/codes/new-code.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import { getCurrentTimestamp } from '#server/platform/database/timestamp.ts';

export interface ShadowedCode {
  /** As issued; may contain a name, so it is not logged. */
  readonly label: string;
  /** Path of the page that shadows it, without language. */
  readonly path: string;
}

/** Codes per query: SQLite allows 32,766 parameters, PostgreSQL 65,535. */
const MAX_NAMES = 10_000;

/** Valid codes whose address is shadowed by a page, a landing or a route of the server. */
export async function shadowedCodes({ database, site, clock }: MemberPorts): Promise<readonly ShadowedCode[]> {
  const paths = new Map<string, string>();
  for (const path of site.ownPaths()) {
    const code = readPathCode(path);
    if (code !== null && !paths.has(code)) paths.set(code, path);
  }
  const names = [...paths.keys()];
  const found: ShadowedCode[] = [];
  for (let from = 0; from < names.length; from += MAX_NAMES) {
    const rows = await database.db
      .selectFrom('registration_codes')
      .select(['code', 'label'])
      .where('code', 'in', names.slice(from, from + MAX_NAMES))
      .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', getCurrentTimestamp(clock))]))
      .orderBy('code')
      .execute();
    for (const { code, label } of rows) found.push({ label, path: paths.get(code) ?? '' });
  }
  return found;
}
