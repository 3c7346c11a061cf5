import { UserError } from '#engine/shared/errors.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import { currentTimestamp } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { wipeDeleted } from '#server/platform/database/wipe.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import type { Audit, PlatformPorts } from '#server/platform/platform-ports.ts';
import { newId } from '#server/platform/tokens/random.ts';
import { addErasure, type ErasureEntry, erasureFile, hashPersonal, readErasures } from './erasure-list.ts';
import {
  type ErasedRows,
  joined,
  type Person,
  type PersonExport,
  type PersonalDataSource,
  withKnown,
} from './traces.ts';

export type EraseAnswer =
  | {
      readonly outcome: 'erased';
      /** Tables in which there was something. */
      readonly rows: ErasedRows;
      /** Whether nothing is left in the files of the embedded database either, see `wipeDeleted`. */
      readonly wiped: boolean;
    }
  | { readonly outcome: 'not-an-address' };

/** What the law lets a person ask for, over all modules. */
export interface People {
  /**
   * Everything stored about a person (GDPR, article 15); `null` when the address is not one.
   *
   * @param visitors What experiments know browsers of the person by; nothing else leads from an address to them.
   */
  export(address: string, visitors?: readonly string[]): Promise<PersonExport | null>;
  /** Removes everything about a person (GDPR, article 17), in one transaction, and remembers it in the list of erasures. */
  erase(address: string, actor: string, visitors?: readonly string[]): Promise<EraseAnswer>;
  /**
   * Repeats the erasures of a list that this database has not seen: an older back-up was put in place.
   *
   * @param file The list of the data folder unless another is named.
   * @returns how many were repeated
   * @throws UserError when one was made under a secret that is no longer configured
   */
  replay(file?: string): Promise<number>;
  /** The erasures that this database has seen, to be kept beside back-ups. */
  erasures(): Promise<readonly ErasureEntry[]>;
}

type PeoplePorts = Pick<PlatformPorts, 'database' | 'secrets' | 'clock' | 'random' | 'log'>;

export function createPeople(
  ports: PeoplePorts,
  traces: readonly PersonalDataSource[],
  audit: Audit,
  dataDir: string,
): People {
  const { database, clock, random } = ports;
  const ownList = erasureFile(dataDir);
  const [key] = ports.secrets.erasure;

  /** Removes what the modules know, each with what those before it found out. */
  async function eraseAll(tx: Transaction, asked: Person): Promise<{ rows: ErasedRows; person: Person }> {
    let person = asked;
    const rows: Record<string, number> = {};
    for (const trace of traces) {
      const erased = await trace.erase(tx, person, random);
      for (const [table, count] of Object.entries(erased.rows)) if (count > 0) rows[table] = (rows[table] ?? 0) + count;
      person = withKnown(person, erased.known);
    }
    return { rows, person };
  }

  const remember = (tx: Transaction, entry: ErasureEntry) =>
    tx
      .insertInto('erasures')
      .values({ id: entry.id, erased_at: entry.at, entry: JSON.stringify(entry) })
      .execute();

  /** Whom of those that this database names an erasure was about. */
  function findPerson(entry: ErasureEntry, everybody: Pick<Person, 'addresses' | 'ids'>): Person {
    const own = ports.secrets.erasure.find(({ id }) => id === entry.key);
    if (own === undefined)
      throw new UserError(
        `The erasure of ${entry.at} has to be repeated in this database, but was made under a secret that is not part of SECRET any more. Add that secret as a further part, start once, and take it away again.`,
      );
    const among = (values: readonly string[], hashes: readonly string[]) =>
      values.filter((value) => hashes.includes(hashPersonal(own, value)));
    const accounts = among(everybody.addresses, [entry.account]);
    const addresses = joined(accounts, among(everybody.addresses, entry.earlier));
    return { accounts, addresses, spellings: addresses, ids: among(everybody.ids, entry.ids), visitors: [] };
  }

  async function everybodyIn(): Promise<Pick<Person, 'addresses' | 'ids'>> {
    const all = await Promise.all(traces.map((trace) => trace.everybody?.(database.db)));
    return {
      addresses: joined(...all.map((known) => known?.addresses ?? [])),
      ids: joined(...all.map((known) => known?.ids ?? [])),
    };
  }

  return {
    async export(address, visitors = []) {
      let person = personAt(address, visitors);
      if (!person) return null;
      const all: Record<string, readonly object[]> = {};
      for (const trace of traces) {
        const { tables, known } = await trace.collect(ports, person);
        for (const [table, rows] of Object.entries(tables)) all[table] = [...(all[table] ?? []), ...rows];
        person = withKnown(person, known);
      }
      return all;
    },

    async erase(address, actor, visitors = []) {
      const asked = personAt(address, visitors);
      if (!asked) return { outcome: 'not-an-address' };
      // The same when the transaction is tried again.
      const erasureId = newId(random);
      const rows = await withTransaction(database, async (tx) => {
        const erased = await eraseAll(tx, asked);
        const { addresses, accounts, ids } = erased.person;
        const entry: ErasureEntry = {
          id: erasureId,
          at: currentTimestamp(clock),
          key: key.id,
          account: hashPersonal(key, accounts[0] ?? ''),
          earlier: addresses.filter((each) => !accounts.includes(each)).map((each) => hashPersonal(key, each)),
          ids: ids.map((each) => hashPersonal(key, each)),
        };
        await remember(tx, entry);
        await audit(tx, { actor, action: 'person.erase', subject: erasureId, details: { rows: erased.rows } });
        // Before the transaction ends: what the list names too much is erased at the next start, what it lacks would come back.
        await addErasure(ownList, entry, clock);
        return erased.rows;
      });
      return { outcome: 'erased', rows, wiped: await wipeDeleted(database) };
    },

    async replay(file = ownList) {
      const seen = new Set((await database.db.selectFrom('erasures').select('id').execute()).map(({ id }) => id));
      const listed = new Map((await readErasures(file)).map((entry) => [entry.id, entry]));
      const missing = [...listed.values()].filter(({ id }) => !seen.has(id));
      if (missing.length === 0) return 0;
      const everybody = await everybodyIn();
      for (const entry of missing) {
        const person = findPerson(entry, everybody);
        await withTransaction(database, async (tx) => {
          const { rows } = await eraseAll(tx, person);
          await remember(tx, entry);
          await audit(tx, { actor: 'system', action: 'person.erase-again', details: { rows } });
        });
      }
      await wipeDeleted(database);
      ports.log.warn('person.erased-again', { erasures: missing.length });
      return missing.length;
    },

    async erasures() {
      const rows = await database.db.selectFrom('erasures').select('entry').orderBy('erased_at').execute();
      // The checked edge: only `remember` writes here.
      return rows.map(({ entry }) => JSON.parse(entry) as ErasureEntry);
    },
  };
}

function personAt(address: string, visitors: readonly string[]): Person | null {
  const email = readEmail(address);
  if (!email) return null;
  const { canonical, typed } = email;
  return { accounts: [canonical], addresses: [canonical], spellings: joined([typed, canonical]), ids: [], visitors };
}
