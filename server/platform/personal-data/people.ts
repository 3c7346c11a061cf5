import { UserError } from '#engine/shared/errors.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import { getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { wipeDeleted } from '#server/platform/database/wipe.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import type { Audit, PlatformPorts } from '#server/platform/platform-ports.ts';
import { createId } from '#server/platform/tokens/random.ts';
import { addErasure, type ErasureEntry, getErasureFile, hashPersonal, readErasures } from './erasure-list.ts';
import {
  type ErasedRows,
  mergeLists,
  type Person,
  type PersonExport,
  type PersonalDataSource,
  withKnown,
} from './personal-data-source.ts';

export type EraseResult =
  | {
      readonly outcome: 'erased';
      /** Deleted rows by table. */
      readonly rows: ErasedRows;
      /** Whether the data was also removed from the files of the embedded database, see `wipeDeleted`. */
      readonly wiped: boolean;
    }
  | { readonly outcome: 'not-an-address' };

export interface PersonScope {
  /** Whether sources about staff are part of it; default: they are not. */
  readonly includesStaff: boolean;
}

const WITHOUT_STAFF: PersonScope = { includesStaff: false };

/** Rights of data subjects, across all modules. */
export interface People {
  /**
   * All data about a person (GDPR, article 15); `null` for an invalid address.
   *
   * @param visitors visitor ids of the person's browsers in experiments; these are not linked to the address
   */
  export(address: string, visitors?: readonly string[], scope?: PersonScope): Promise<PersonExport | null>;
  /** Erases all data about a person (GDPR, article 17) in one transaction, and adds it to the list of erasures. */
  erase(address: string, actor: string, visitors?: readonly string[], scope?: PersonScope): Promise<EraseResult>;
  /**
   * Repeats erasures that this database lacks, after an older back-up was restored.
   *
   * @param file default: the list of the data folder
   * @returns number of repeated erasures
   * @throws UserError when an erasure was made with a secret that was removed from the configuration
   */
  replay(file?: string): Promise<number>;
  /** Erasures applied to this database, to be stored beside back-ups. */
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
  const ownList = getErasureFile(dataDir);
  const [key] = ports.secrets.erasure;

  const listSources = (includesStaff: boolean): readonly PersonalDataSource[] =>
    traces.filter(({ isOfStaff = false }) => includesStaff || !isOfStaff);

  /** Erases the data of each module, passing on what earlier ones found. */
  async function eraseAll(
    tx: Transaction,
    asked: Person,
    sources: readonly PersonalDataSource[],
  ): Promise<{ rows: ErasedRows; person: Person }> {
    let person = asked;
    const rows: Record<string, number> = {};
    for (const trace of sources) {
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

  /** The person in this database whom an erasure is about. */
  function findPerson(entry: ErasureEntry, everybody: Pick<Person, 'addresses' | 'ids'>): Person {
    const own = ports.secrets.erasure.find(({ id }) => id === entry.key);
    if (own === undefined)
      throw new UserError(
        `The erasure of ${entry.at} has to be repeated in this database, but was made under a secret that is not part of SECRET any more. Add that secret as a further part, start once, and remove it again.`,
      );
    const among = (values: readonly string[], hashes: readonly string[]) =>
      values.filter((value) => hashes.includes(hashPersonal(own, value)));
    const accounts = among(everybody.addresses, [entry.account]);
    const addresses = mergeLists(accounts, among(everybody.addresses, entry.earlier));
    return { accounts, addresses, spellings: addresses, ids: among(everybody.ids, entry.ids), visitors: [] };
  }

  async function everybodyIn(): Promise<Pick<Person, 'addresses' | 'ids'>> {
    const all = await Promise.all(traces.map((trace) => trace.listPersons?.(database.db)));
    return {
      addresses: mergeLists(...all.map((known) => known?.addresses ?? [])),
      ids: mergeLists(...all.map((known) => known?.ids ?? [])),
    };
  }

  return {
    async export(address, visitors = [], { includesStaff } = WITHOUT_STAFF) {
      let person = personAt(address, visitors);
      if (!person) return null;
      const all: Record<string, readonly object[]> = {};
      for (const trace of listSources(includesStaff)) {
        const { tables, known } = await trace.collect(ports, person);
        for (const [table, rows] of Object.entries(tables)) all[table] = [...(all[table] ?? []), ...rows];
        person = withKnown(person, known);
      }
      return all;
    },

    async erase(address, actor, visitors = [], { includesStaff } = WITHOUT_STAFF) {
      const asked = personAt(address, visitors);
      if (!asked) return { outcome: 'not-an-address' };
      // The same id when the transaction is retried.
      const erasureId = createId(random);
      const rows = await withTransaction(database, async (tx) => {
        const erased = await eraseAll(tx, asked, listSources(includesStaff));
        const { addresses, accounts, ids } = erased.person;
        const entry: ErasureEntry = {
          id: erasureId,
          at: getCurrentTimestamp(clock),
          key: key.id,
          account: hashPersonal(key, accounts[0] ?? ''),
          earlier: addresses.filter((each) => !accounts.includes(each)).map((each) => hashPersonal(key, each)),
          ids: ids.map((each) => hashPersonal(key, each)),
          ...(includesStaff && { includesStaff }),
        };
        await remember(tx, entry);
        await audit(tx, { actor, action: 'person.erase', subject: erasureId, details: { rows: erased.rows } });
        // Before the commit: a superfluous entry is repeated on the next start, a missing one would bring the data back.
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
          const { rows } = await eraseAll(tx, person, listSources(entry.includesStaff === true));
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
      // Checked edge: written by `remember` only.
      return rows.map(({ entry }) => JSON.parse(entry) as ErasureEntry);
    },
  };
}

function personAt(address: string, visitors: readonly string[]): Person | null {
  const email = readEmail(address);
  if (!email) return null;
  const { canonical, typed } = email;
  return {
    accounts: [canonical],
    addresses: [canonical],
    spellings: mergeLists([typed, canonical]),
    ids: [],
    visitors,
  };
}
