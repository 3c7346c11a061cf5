import { createHash } from 'node:crypto';
import { linkTo } from './link-to.ts';
import type { Backend } from '#server/app/backend.ts';
import type { Db } from '#server/platform/database/open-database.ts';
import { toCanonicalCode } from '#journeys/registration/members/codes/to-canonical-code.ts';
import { buildSessionCookie } from '#server/site/sessions/session.ts';
import { projectStep } from '#tests/helpers/project-forms.ts';

/** A person whose every text is found wherever it is left, and the places that it is looked for in. */
export interface Canary {
  /** Letters that are in every text of the person. */
  readonly mark: string;
  readonly email: string;
  readonly earlier: string;
  readonly visitor: string;
}

/** @param number Makes the person different from all others. */
export function canary(number: number): Canary {
  // Letters only, as names are; no two marks contain each other.
  const mark = `qz${[...String(number).padStart(4, '0')].map((digit) => 'bcdfghjklm'[Number(digit)]).join('')}zq`;
  return {
    mark,
    email: `New.${mark}@Example.com`,
    earlier: `old.${mark}@example.com`,
    visitor: `visitor-${mark}`,
  };
}

/** What a person left behind, as far as texts other than the mark name them. */
export interface Left {
  readonly person: Canary;
  /** Ids and hashes that name the person, and the mark. */
  readonly texts: readonly string[];
  /** The session as the browser keeps it. */
  readonly cookie: string;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

/**
 * Leaves every kind of trace: an account with an earlier address, its mails, tokens, consents, voucher and attempts, a shadow made
 * with its address by another person, waiting list, interest, a draft, an inviter whose code has the name with a link made from it,
 * stored answers, a sign-in, counters, and what experiments noted.
 *
 * @param backend In mail disclosure; the code PLACES has places.
 */
export async function leaveTraces(backend: Backend, person: Canary, network = '192.0.2.1'): Promise<Left> {
  const { members, ports, staff } = backend;
  const { mark, email, earlier, visitor } = person;
  const { db } = ports.database;
  const name = mark.charAt(0).toUpperCase() + mark.slice(1);
  const form = { gender: 'woman', firstName: name, lastName: name, country: 'FR', newsletter: true, terms: true };
  const request = {
    locale: 'fr',
    newsletter: { text: 'Oui.', version: '1' },
    network,
    voucher: '10-percent-no-mov',
  } as const;

  const made = await members.register({ ...request, form: { ...form, email: earlier, code: 'PLACES' }, formKey: mark });
  if (made.outcome !== 'registered') throw new Error(`The registration was answered with "${made.outcome}".`);
  const { registration } = made;
  await members.changeEmail({ registration, form: { email }, network });
  const token = (await linkTo(backend, email)).searchParams.get('token') ?? '';
  await members.activate({ token, network });
  await members.register({ ...request, form: { ...form, email: email.toUpperCase(), code: 'PLACES' }, formKey: mark });
  await members.resendActivation({ registration, network });
  for (const address of [email, earlier]) {
    await members.applyForMembership({ form: { email: address }, locale: 'fr', network });
    await members.joinWaitingList({
      form: { token: await members.makeToken('lobby', address, 600) },
      locale: 'fr',
      network,
    });
    await members.saveDraft({
      draft: null,
      ...projectStep('code-last-step-1'),
      form: { email: address, country: 'FR' },
      network,
    });
  }
  await staff.signInAdmin({ email, password: mark, network });

  await addInviter(backend, person, name);
  const actor = `admin-${hash(mark)}`;
  const link = await members.generateLink({ form: { code: `${mark}-50` }, actor, idempotencyKey: mark });
  if (link.outcome !== 'generated') throw new Error(`The link was answered with "${link.outcome}".`);
  await members.register({
    ...request,
    form: {
      ...form,
      firstName: 'Guest',
      lastName: 'Guest',
      email: `guest-${hash(mark)
        .slice(0, 20)
        .replaceAll(/[^a-z]/gi, 'x')}@example.com`,
      code: `${mark}-50`,
    },
  });
  const own = await db
    .selectFrom('members')
    .select('id')
    .where((row) =>
      row.or([row('email_canonical', '=', email.toLowerCase()), row('shadow_of', '=', email.toLowerCase())]),
    )
    .execute();
  const [id = ''] = own.map((row) => row.id);
  await staff.issueAccessToken({ role: 'member', subject: id, replaces: null });
  const exposure = {
    anonymous_id: visitor,
    session_id: '',
    experiment: 'hero',
    variation: 'one',
    consented: 1,
  } as const;
  const at = new Date(ports.clock.now()).toISOString();
  await db
    .insertInto('exposures')
    .values({ ...exposure, id: `x-${mark}`, attributes: '{}', evaluated_at: at })
    .execute();
  const { session_id: _session, consented: _consented, ...phased } = exposure;
  await db
    .insertInto('phase_exposures')
    .values({ ...phased, id: `y-${mark}`, phase: 2, revision: '', attributes: '{}', evaluated_at: at })
    .execute();
  await db
    .insertInto('conversions')
    .values({ id: `c-${mark}`, anonymous_id: visitor, event: 'registered', at })
    .execute();
  const cookie = buildSessionCookie(ports, { registration: { handle: registration, email } }, true).value;
  return {
    person,
    texts: [
      mark,
      ...own.map((row) => row.id),
      toCanonicalCode(`${mark}-50`) ?? '',
      ...[email.toLowerCase(), earlier].map((address) => hash(`mail/address\n${address}`)),
      hash(`resend/member\n${id}`),
    ],
    cookie,
  };
}

/** Whose code has the name. */
async function addInviter({ ports }: Backend, { mark, email }: Canary, name: string): Promise<void> {
  const { db } = ports.database;
  const id = hash(`inviter ${mark}`);
  const created_at = new Date(ports.clock.now()).toISOString();
  const row = { id, kind: 'member', state: 'active', first_name: name, email_canonical: email.toLowerCase() } as const;
  await db
    .insertInto('inviters')
    .values({ ...row, issued: 1, free: 1, pending: 0, active: 0, created_at })
    .execute();
  const label = `${mark}-50`;
  const code = { code: toCanonicalCode(label) ?? '', label, kind: 'access', state: 'active', inviter_id: id } as const;
  await db
    .insertInto('registration_codes')
    .values({ ...code, landing: null, referrer_ban: 'none', expires_at: null, created_at })
    .execute();
}

/** The texts that are found in files, whatever their case; by the name of the file. */
export function findTexts(files: ReadonlyMap<string, Uint8Array | string>, left: readonly Left[]): readonly string[] {
  return [...files].flatMap(([file, content]) => {
    const text = (typeof content === 'string' ? content : Buffer.from(content).toString('latin1')).toLowerCase();
    return left.flatMap(({ texts }) =>
      texts.filter((each) => text.includes(each.toLowerCase())).map((each) => `${file}: ${each}`),
    );
  });
}

/** Every table as text. */
export async function dumpTables(db: Db): Promise<ReadonlyMap<string, string>> {
  const tables = await db.introspection.getTables();
  const dumped = new Map<string, string>();
  for (const { name, isView } of tables) {
    if (isView) continue;
    // The checked edge: the name is one that the database has just given.
    const rows = await db
      .selectFrom(name as 'members')
      .selectAll()
      .execute();
    dumped.set(`table ${name}`, JSON.stringify(rows));
  }
  return dumped;
}
