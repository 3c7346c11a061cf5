import type { Backend } from '#server/app/backend.ts';
import { persistedIds } from '#schemas/generated/graphql/persisted-ids.ts';
import { makePurposeToken } from '#server/platform/tokens/purpose-token.ts';
import { addCode } from './add-code.ts';

/** Whether an address is known: of a waiting member who has applied, or unknown. */
export type Side = 'known' | 'other';
export const sides = ['known', 'other'] as const;

/** What an outsider sees of an answer, without what differs from one answer to the next. */
export interface Answered {
  readonly status: number;
  /** Names and values, sorted; of cookies the length. */
  readonly headers: readonly string[];
  /** With the address that was sent taken out. */
  readonly body: string;
  readonly milliseconds: number;
}

/** A form or an operation that must not distinguish members from strangers where only the mail may. */
export interface EntryPoint {
  readonly name: string;
  /** Where the answer leads when the use case was reached; what it says where it leads nowhere. */
  readonly reaches: string;
  ask(side: Side, number: number): Promise<Answered>;
}

export interface EntryPoints {
  readonly entryPoints: readonly EntryPoint[];
  /** Balances of the two codes that the sides registered with. */
  places(): Promise<Readonly<Record<Side, object>>>;
}

export interface EntryPointOptions {
  /** Where the server is reached, which counts networks by `X-Forwarded-For`. */
  readonly origin: string;
  readonly publicOrigin: string;
  /** Numbers go from 0 to one below. */
  readonly tries: number;
  /** The server's clock. */
  readonly now: () => number;
}

/** Whether the use case answered, and not a guard before it. */
export const isReached = ({ reaches }: EntryPoint, { headers, body }: Pick<Answered, 'headers' | 'body'>): boolean =>
  body.includes(reaches) || headers.some((line) => line.startsWith('location: ') && line.endsWith(reaches));

const CODES = { known: 'KNOWN-99', other: 'OTHER-99' } as const;

/**
 * Fills the database with members who also wait and applied, and makes the entry points; those that need a registration use the one that
 * was made with the same number, so they come in their order.
 */
export async function prepareEntryPoints(
  backend: Backend,
  { origin, publicOrigin, tries, now }: EntryPointOptions,
): Promise<EntryPoints> {
  await addCode(backend, 'MEMBER-99', 0);
  for (const code of Object.values(CODES)) await addCode(backend, code, 2 * tries);
  for (const name of ['known', 'taken']) await addMembers(backend, name, tries);
  await backend.staff.createAdmin({
    email: 'known@example.org',
    name: 'Anna',
    password: 'a password of the disclosure',
  });

  const sessions = new Map<string, string>();
  let networks = 0;
  const send = async (
    path: string,
    address: string,
    body: URLSearchParams | string,
    cookies: string,
  ): Promise<Answered> => {
    networks += 1;
    const started = performance.now();
    const response = await fetch(new URL(path, origin), {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'sec-fetch-site': 'same-origin',
        origin: publicOrigin,
        referer: `${publicOrigin}/en`,
        'x-forwarded-for': `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`,
        cookie: cookies,
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      },
      body,
    });
    const text = await response.text();
    const milliseconds = performance.now() - started;
    const session = response.headers.getSetCookie().find((each) => each.includes('session='));
    if (session !== undefined) sessions.set(address, session.split(';', 1)[0] ?? '');
    return {
      status: response.status,
      headers: visible(response.headers),
      body: text.replaceAll(address, '…'),
      milliseconds,
    };
  };
  const post = (useCase: string, address: string, fields: Readonly<Record<string, string>>, cookies = '') =>
    send(`/en/do/${useCase}`, address, new URLSearchParams(fields), `${FORM_KEY}; ${cookies}`);
  const readSession = (side: Side, number: number): string => sessions.get(makeAddress(side, number)) ?? '';

  const entryPoints: readonly EntryPoint[] = [
    {
      name: 'register',
      reaches: '/registration/formfinished',
      ask: (side, number) => {
        const email = makeAddress(side, number);
        return post('register', email, { ...person, email, code: CODES[side] });
      },
    },
    {
      name: 'resend',
      reaches: '/registration/formfinished#sent',
      ask: (side, number) => post('resend-activation', makeAddress(side, number), {}, readSession(side, number)),
    },
    {
      name: 'change-email',
      reaches: '/registration/formfinished',
      ask: (side, number) => {
        const email = makeAddress(side === 'known' ? 'taken' : 'fresh', number);
        return post('change-email', email, { email }, readSession(side, number));
      },
    },
    {
      name: 'waiting list',
      reaches: '/lobby',
      ask: async (side, number) => {
        const email = makeAddress(side === 'known' ? 'known' : 'waits', number);
        return post('join-waiting-list', email, {
          token: await makePurposeToken({ clock: { now }, secrets: backend.ports.secrets }, 'lobby', email, 86_400),
        });
      },
    },
    {
      name: 'interest',
      reaches: '/membership-interest/confirmation',
      ask: (side, number) => {
        const email = makeAddress(side === 'known' ? 'known' : 'wants', number);
        return post('apply-for-membership', email, { email });
      },
    },
    {
      name: 'sign-in',
      reaches: 'REFUSED',
      ask: (side) => {
        const email = `${side}@example.org`;
        const variables = { email, password: 'not the password of anybody' };
        const extensions = { persistedQuery: { sha256Hash: persistedIds['signIn'] } };
        return send('/graphql', email, JSON.stringify({ variables, extensions }), '');
      },
    },
  ];
  return {
    entryPoints,
    async places() {
      const rows = await backend.ports.database.db
        .selectFrom('inviters')
        .select(['id', 'free', 'pending', 'active'])
        .where('id', 'in', [`inviter-${CODES.known}`, `inviter-${CODES.other}`])
        .execute();
      const of = (side: Side): object => {
        const { id: _id, ...balance } = rows.find(({ id }) => id === `inviter-${CODES[side]}`) ?? { id: '' };
        return balance;
      };
      return { known: of('known'), other: of('other') };
    },
  };
}

/** Both names: over https and without. */
const FORM_KEY = '__Host-form-key=AAAAAAAAAAAAAAAAAAAAAA; form-key=AAAAAAAAAAAAAAAAAAAAAA';

const person = { gender: 'woman', firstName: 'Marie', lastName: 'Curie', country: 'FR', newsletter: 'on', terms: 'on' };

/** @param name Five letters, so that all addresses are of one length. */
const makeAddress = (name: string, number: number): string => `${name}-${String(number).padStart(5, '0')}@example.com`;

const CHANGING = new Set(['date', 'x-correlation-id', 'connection', 'keep-alive']);

function visible(headers: Headers): readonly string[] {
  return [...headers]
    .filter(([name]) => !CHANGING.has(name))
    .map(([name, value]) => `${name}: ${name === 'set-cookie' ? cookieShape(value) : value}`)
    .toSorted();
}

/** A sealed value is another one each time. */
const cookieShape = (cookie: string): string =>
  cookie.replace(
    /^([^=]+)=([^;]*)/,
    (_, name: string, value: string) => `${name}=(${decodeURIComponent(value).length})`,
  );

async function addMembers(backend: Backend, name: string, tries: number): Promise<void> {
  const { db } = backend.ports.database;
  const at = new Date(backend.ports.clock.now()).toISOString();
  for (let number = 0; number < tries; number += 1) {
    const email = makeAddress(name, number);
    const id = `${name}-${number}`;
    const both = { id, email, email_canonical: email, locale: 'en', country: 'FR' };
    await db
      .insertInto('members')
      .values({
        ...both,
        state: 'active',
        gender: 'woman',
        first_name: 'Marie',
        last_name: 'Curie',
        code: 'MEMBER99',
        inviter_id: 'inviter-MEMBER-99',
        voucher_variant: null,
        preferences: null,
        shadow_of: null,
        registered_at: at,
        pending_until: at,
        activated_at: at,
      })
      .execute();
    await db
      .insertInto('waiting_list')
      .values({ ...both, state: 'joined', joined_at: at, invited_at: null, invitation_code: null })
      .execute();
    await db
      .insertInto('membership_interest')
      .values({ ...both, applied_at: at })
      .execute();
  }
}
