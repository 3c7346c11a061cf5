import { toCanonicalCode } from '#journeys/registration/members/codes/to-canonical-code.ts';
import type { JourneyDocument } from '#schemas/generated/documents.ts';
import { Check, type Seen } from './expectation.ts';
import type { Person } from './person.ts';
import { arrows } from './transitions.ts';
import type { Walk } from './walks.ts';

const DAY = 86_400_000;

/** How a row comes into a state of its machine, what happens to it, and what state it is in. */
interface Row {
  readonly ways: Readonly<Record<string, (person: Person) => Promise<unknown>>>;
  readonly events: Readonly<Record<string, (person: Person) => Promise<unknown>>>;
  readonly state: (person: Person) => Promise<string>;
}

const nothing = async (): Promise<void> => undefined;
const db = (person: Person) => person.stage.backend.ports.database.db;

async function register(person: Person): Promise<void> {
  const { outcome } = await person.stage.backend.members.register({
    form: { ...person.filled('registration'), terms: true, newsletter: false },
    locale: 'de',
    newsletter: { text: '', version: '' },
    network: person.id,
  });
  if (outcome !== 'registered') throw new Error(`A registration was answered with "${outcome}".`);
}
const activate = async (person: Person) =>
  person.stage.backend.members.activate({ token: await person.token(), network: person.id });
const erase = (person: Person) => person.stage.backend.people.erase(person.email, 'admin');

/** Time passes for the rows of this person alone. */
async function runMaintenanceAfter(person: Person, column: () => Promise<unknown>): Promise<void> {
  await column();
  await person.stage.backend.runMaintenance();
}

const past = (person: Person): string => new Date(person.stage.backend.ports.clock.now() - DAY).toISOString();

const account: Row = {
  ways: {
    none: (person) => person.invited(),
    pending: (person) => person.be('finished'),
    async active(person) {
      await account.ways['pending']?.(person);
      await activate(person);
    },
  },
  events: {
    register,
    async 'change-email'(person) {
      const { answer } = await person.send('change-email', { email: `moved-${person.email}` });
      if (answer.status !== 303) throw new Error(`Another address was answered with ${answer.status}.`);
    },
    activate,
    expire: (person) =>
      runMaintenanceAfter(person, () =>
        db(person)
          .updateTable('members')
          .set({ pending_until: past(person) })
          .where('email_canonical', '=', person.email)
          .execute(),
      ),
    erase,
  },
  async state(person) {
    const row = await db(person)
      .selectFrom('members')
      .select('state')
      .where('email_canonical', 'in', [person.email, `moved-${person.email}`])
      .executeTakeFirst();
    return row?.state ?? 'none';
  },
};

const block = (state: 'blocked' | 'active') => (person: Person) =>
  person.stage.backend.members.blockCode({ what: 'inviter', state, code: person.code, actor: 'admin' });

const invitation: Row = {
  ways: {
    valid: (person) => person.invited(2),
    async 'out-of-balance'(person) {
      await person.invited(1);
      await register(person);
    },
    async invalid(person) {
      await person.invited(2);
      await block('blocked')(person);
    },
  },
  events: {
    reserve: register,
    async 'spend-last'(person) {
      await db(person)
        .updateTable('inviters')
        .set({ issued: 1, free: 1 })
        .where('id', '=', `inviter-${person.code}`)
        .execute();
      await register(person);
    },
    async 'give-back'(person) {
      if ((await account.state(person)) === 'none') await register(person);
      await erase(person);
    },
    async expire(person) {
      await db(person)
        .updateTable('registration_codes')
        .set({ expires_at: past(person) })
        .where('code', '=', toCanonicalCode(person.code) ?? '')
        .execute();
      // A code that was good a moment ago is not asked for again at once.
      person.stage.pass(3_000);
    },
    block: block('blocked'),
    unblock: block('active'),
  },
  async state(person) {
    const form = { code: person.code, network: person.id, referrer: '' };
    const answer = await person.stage.backend.members.checkCode(form);
    if (answer.outcome === 'valid') return 'valid';
    const error = 'error' in answer ? answer.error : answer.outcome;
    if (error === 'REGISTRATION_CODE_EXPIRED') return 'expired';
    return /BALANCE/.test(error) ? 'out-of-balance' : 'invalid';
  },
};

async function join(person: Person): Promise<void> {
  const token = await person.stage.backend.members.makeToken('lobby', person.email, 600);
  await person.stage.backend.members.joinWaitingList({ form: { token }, locale: 'de', network: person.id });
}
const release = (person: Person) =>
  person.stage.backend.members.releaseInvitations({ count: 1_000, actor: 'admin', idempotencyKey: person.id });

const waitingList: Row = {
  ways: {
    none: nothing,
    joined: join,
    async invited(person) {
      await join(person);
      await release(person);
    },
  },
  events: { join, release, leave: erase },
  async state(person) {
    const row = await db(person)
      .selectFrom('waiting_list')
      .select('state')
      .where('email_canonical', '=', person.email)
      .executeTakeFirst();
    return row?.state ?? 'none';
  },
};

const rows: Readonly<Record<string, Row>> = { account, invitation, waitingList };

/** Every arrow of the machines whose subject is a row. */
export function rowWalks(document: JourneyDocument): readonly Walk[] {
  return arrows(document)
    .filter(({ subject }) => subject === 'row')
    .map(({ machine, from, on, to }) => ({
      name: `${machine}: ${from} ${on} ${to}`,
      counts: [`${machine}: ${from} ${on}`],
      async walk(person): Promise<Seen> {
        const row = rows[machine];
        const [come, happen] = [row?.ways[from], row?.events[on]];
        if (row === undefined || come === undefined || happen === undefined)
          throw new Error(`Walks do not know how ${machine} comes from "${from}" by "${on}".`);
        const check = new Check();
        await come(person);
        check.same('state before', await row.state(person), from);
        await happen(person);
        check.same('state after', await row.state(person), to);
        return { differences: check.differences, covers: check.covered, conversions: [] };
      },
    }));
}
