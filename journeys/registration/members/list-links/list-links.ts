import type { Locale } from '#schemas/generated/vocabulary.ts';
import { signLink } from '#journeys/registration/members/generate-link/generate-link.ts';
import type { Db } from '#server/platform/database/open-database.ts';
import { countRows, type RowRange, readPage } from '#server/platform/database/read-page.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';

export interface ListLinksRequest extends RowRange {
  /** Id of the admin who created them. */
  readonly actor: string;
  /** Language of the links. */
  readonly locale: Locale;
  /** Part of a link's code or of its inviter's; default: all. */
  readonly search?: string;
  /** Codes to select. */
  readonly only?: readonly string[];
}

export interface ListedLink {
  readonly code: string;
  readonly baseCode: string;
  readonly landing: string | null;
  readonly url: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** Whether registrations with it are disabled. */
  readonly isWithdrawn: boolean;
  /** Guests who registered with it, and how many of them are active members. */
  readonly registered: number;
  readonly active: number;
}

/** Registration links of staff users, newest first. */
export async function listLinks(
  ports: MemberPorts,
  { actor, locale, search = '', only, ...page }: ListLinksRequest,
): Promise<{ readonly links: readonly ListedLink[]; readonly total: number }> {
  const { db } = ports.database;
  const all = db.selectFrom('generated_links as links').where('links.created_by', '=', actor);
  const every = only === undefined ? all : all.where('links.code', 'in', only);
  const typed = search.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const own =
    typed === ''
      ? every
      : every.where(({ eb, or }) =>
          or([eb('links.code', 'like', `%${typed}%`), eb('links.base_code', 'like', `%${typed}%`)]),
        );
  const found = await readPage(
    own
      .innerJoin('registration_codes as codes', 'codes.code', 'links.code')
      .select([
        'links.code',
        'links.base_code',
        'links.created_at',
        'links.expires_at',
        'codes.landing',
        'codes.state',
      ]),
    { column: 'links.created_at', id: 'links.code', descending: true },
    page,
  );
  const counts = await countGuests(
    db,
    found.map(({ code }) => code),
  );
  const total = await countRows(db, own, page, found);
  const links = found.map((row) => ({
    code: row.code,
    baseCode: row.base_code,
    landing: row.landing,
    url: signLink(ports, row.code, Date.parse(row.expires_at), locale).url,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    isWithdrawn: row.state === 'blocked',
    registered: counts.get(row.code)?.registered ?? 0,
    active: counts.get(row.code)?.active ?? 0,
  }));
  return { links, total };
}

/** For the links of one page only. */
async function countGuests(db: Db, codes: readonly string[]) {
  if (codes.length === 0) return new Map<string, { readonly registered: number; readonly active: number }>();
  const rows = await db
    .selectFrom('members')
    .select(({ fn }) => ['code', fn.countAll<number>().as('registered'), fn.count<number>('activated_at').as('active')])
    .where('code', 'in', codes)
    .groupBy('code')
    .execute();
  return new Map(rows.map((row) => [row.code, { registered: Number(row.registered), active: Number(row.active) }]));
}
