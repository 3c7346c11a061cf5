import type { Transaction } from '#server/platform/database/open-database.ts';
import type { InvitersTable, RegistrationCodesTable } from '#journeys/registration/members/tables.ts';
import { DAY, toTimestamp, getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import type { MemberPorts, SitePort } from '#journeys/registration/members/ports.ts';
import { toCanonicalCode } from '#journeys/registration/members/codes/to-canonical-code.ts';
import { findOwnPath } from '#journeys/registration/members/codes/new-code.ts';
import { signLinkTimestamp } from '#journeys/registration/members/codes/link-timestamp.ts';
import { makePurposeToken } from '#server/platform/tokens/purpose-token.ts';

interface DemoCode {
  readonly label: string;
  readonly inviter: Pick<InvitersTable, 'kind' | 'state' | 'first_name' | 'free' | 'pending'>;
  readonly code?: Partial<Pick<RegistrationCodesTable, 'landing' | 'referrer_ban' | 'kind'>>;
}

const anna = { kind: 'member', state: 'active', first_name: 'Anna', free: 50, pending: 0 } as const;

/** The public code, named by the last word of the community's name. */
export function getCompanyCode({ name }: Pick<SitePort, 'name'>): string {
  const words = name
    .normalize('NFD')
    .toUpperCase()
    .match(/[A-Z]\p{M}*(?:[A-Z]\p{M}*)+/gu);
  return `${words?.at(-1)?.replaceAll(/\p{M}/gu, '') ?? 'HOUSE'}-2026`;
}

/** A code for each state that a visitor can encounter. */
const demoCodes = (site: Pick<SitePort, 'name'>): readonly DemoCode[] => [
  {
    label: getCompanyCode(site),
    inviter: { kind: 'house', state: 'active', first_name: null, free: 100_000, pending: 0 },
  },
  { label: 'ANNA-50', inviter: anna },
  { label: 'FULL-50', inviter: { ...anna, first_name: 'Clara', free: 0, pending: 50 } },
  { label: 'EMPTY-0', inviter: { ...anna, first_name: 'Elsa', free: 0 } },
  { label: 'GONE-1', inviter: { ...anna, state: 'blocked', first_name: 'Greta', free: 1 } },
  { label: 'LOST-1', inviter: { ...anna, first_name: 'Livia', free: 1 }, code: { landing: 'landings/lost' } },
  { label: 'COUPON-1', inviter: { ...anna, first_name: 'Carla', free: 1 }, code: { referrer_ban: 'always' } },
  { label: 'LINK-VALID', inviter: anna, code: { kind: 'generated' } },
  { label: 'LINK-EXPIRED', inviter: anna, code: { kind: 'generated' } },
  { label: 'LINK-ALTERED', inviter: anna, code: { kind: 'generated' } },
  { label: 'LINK-STRIPPED', inviter: anna, code: { kind: 'generated' } },
];

/** Descriptions of the demo links. */
export interface DemoLink {
  readonly shows: 'valid' | 'expired' | 'altered' | 'stripped';
  readonly code: string;
  readonly validityTimestamp: string | null;
  readonly url: string;
}

/** Fills an empty database with demo data; existing rows stay unchanged. */
export async function seedDemo(ports: MemberPorts): Promise<void> {
  await withTransaction(ports.database, async (tx) => {
    for (const entry of demoCodes(ports.site)) await seedCode(tx, ports, entry);
  });
}

/** A demo code may be shadowed by a page or deleted. */
export async function listStoredDemoCodes({ database, site }: MemberPorts): Promise<ReadonlySet<string>> {
  const labels = demoCodes(site).map(({ label }) => label);
  const rows = await database.db
    .selectFrom('registration_codes')
    .select('label')
    .where('label', 'in', labels)
    .execute();
  return new Set(rows.map(({ label }) => label));
}

/** A link of each kind, created on each call, so that the valid one is valid. */
export function buildDemoLinks(ports: MemberPorts): readonly DemoLink[] {
  const sign = (label: string, days: number): string =>
    signLinkTimestamp(ports.secrets.link, toCanonicalCode(label) ?? '', ports.clock.now() + days * DAY);
  const flip = (signed: string): string => signed.replace(/^\d/, (digit) => String((Number(digit) + 1) % 10));
  const links = [
    { shows: 'valid', label: 'LINK-VALID', validityTimestamp: sign('LINK-VALID', ports.settings.linkDays) },
    { shows: 'expired', label: 'LINK-EXPIRED', validityTimestamp: sign('LINK-EXPIRED', -1) },
    { shows: 'altered', label: 'LINK-ALTERED', validityTimestamp: flip(sign('LINK-ALTERED', 7)) },
    { shows: 'stripped', label: 'LINK-STRIPPED', validityTimestamp: null },
  ] as const;
  return links.map(({ shows, label, validityTimestamp }) => ({
    shows,
    code: label,
    validityTimestamp,
    url: ports.site.url(null, `/${label}`, validityTimestamp === null ? {} : { validityTimestamp }),
  }));
}

/** Last step of a social sign-up for a demo member, because no provider redirects there; valid for half an hour. */
export async function buildDemoSocialLink(ports: MemberPorts): Promise<string> {
  const email = guestEmail(1, demoId('FULL-50'));
  const token = await makePurposeToken(ports, 'social', email, ports.settings.socialTokenMinutes * 60);
  return ports.site.urlOfForm(null, 'preferences', { token });
}

const demoId = (label: string): string => `demo-${label.toLowerCase()}`;
const guestEmail = (number: number, inviterId: string): string => `guest-${number}.${inviterId}@example.com`;

async function seedCode(tx: Transaction, ports: MemberPorts, { label, inviter, code }: DemoCode): Promise<void> {
  if (findOwnPath(ports.site, toCanonicalCode(label) ?? '') !== undefined) return;
  const now = getCurrentTimestamp(ports.clock);
  const id = inviter === anna ? 'demo-anna' : demoId(label);
  const added = await tx
    .insertInto('inviters')
    .values({
      id,
      ...inviter,
      email_canonical: null,
      active: 0,
      issued: inviter.free + inviter.pending,
      created_at: now,
      last_used_at: inviter.pending > 0 ? now : null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  await tx
    .insertInto('registration_codes')
    .values({
      code: toCanonicalCode(label) ?? '',
      label,
      kind: 'access',
      state: 'active',
      inviter_id: id,
      landing: null,
      referrer_ban: 'listed',
      expires_at: null,
      created_at: now,
      ...code,
    })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute();
  if (added && inviter.pending > 0) await seedPending(tx, ports, id, label, inviter.pending);
}

/** Pending accounts that hold the pending places; they never expire. */
async function seedPending(
  tx: Transaction,
  ports: MemberPorts,
  inviterId: string,
  label: string,
  places: number,
): Promise<void> {
  const members = Array.from({ length: places }, (_, index) => {
    const email = guestEmail(index + 1, inviterId);
    return {
      id: `${inviterId}-${index + 1}`,
      state: 'pending',
      email,
      email_canonical: email,
      gender: 'woman',
      first_name: 'Guest',
      last_name: 'Waiting',
      locale: 'en',
      country: 'DE',
      code: toCanonicalCode(label) ?? '',
      inviter_id: inviterId,
      voucher_variant: null,
      preferences: null,
      shadow_of: null,
      registered_at: getCurrentTimestamp(ports.clock),
      pending_until: toTimestamp(Date.UTC(9999, 11, 31)),
      activated_at: null,
    } as const;
  });
  await tx.insertInto('members').values(members).execute();
}
