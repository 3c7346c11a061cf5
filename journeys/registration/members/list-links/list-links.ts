import type { Locale } from '#schemas/generated/vocabulary.ts';
import { signLink } from '#journeys/registration/members/generate-link/generate-link.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';

export interface ListLinksRequest {
  /** The admin who made them. */
  readonly actor: string;
  /** Language that the addresses open in. */
  readonly locale: Locale;
  readonly offset: number;
  readonly limit: number;
}

export interface ListedLink {
  readonly code: string;
  readonly baseCode: string;
  readonly landing: string | null;
  readonly url: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** Guests who registered with it, and how many of them are members by now. */
  readonly registered: number;
  readonly active: number;
}

/** Registration links of staff users, the newest first. */
export async function listLinks(
  ports: MemberPorts,
  { actor, locale, offset, limit }: ListLinksRequest,
): Promise<{ readonly links: readonly ListedLink[]; readonly total: number }> {
  const { db } = ports.database;
  const own = db.selectFrom('generated_links as links').where('links.created_by', '=', actor);
  const rows = await own
    .innerJoin('registration_codes as codes', 'codes.code', 'links.code')
    .leftJoin('members', 'members.code', 'links.code')
    .select(({ fn }) => [
      'links.code',
      'links.base_code',
      'links.created_at',
      'links.expires_at',
      'codes.landing',
      fn.count<number>('members.id').as('registered'),
      fn.count<number>('members.activated_at').as('active'),
    ])
    .groupBy(['links.code', 'links.base_code', 'links.created_at', 'links.expires_at', 'codes.landing'])
    .orderBy('links.created_at', 'desc')
    .orderBy('links.code')
    .offset(offset)
    .limit(limit)
    .execute();
  const { total } = await own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const links = rows.map((row) => ({
    code: row.code,
    baseCode: row.base_code,
    landing: row.landing,
    url: signLink(ports, row.code, Date.parse(row.expires_at), locale).url,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    registered: Number(row.registered),
    active: Number(row.active),
  }));
  return { links, total: Number(total) };
}
