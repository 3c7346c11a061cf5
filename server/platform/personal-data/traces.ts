import type { Db, Transaction } from '#server/platform/database/open-database.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';

/** A person by everything known so far. */
export interface Person {
  /** Canonical addresses whose accounts are this person's. */
  readonly accounts: readonly string[];
  /** Canonical addresses under which other rows are this person's: those of the accounts, and what they were registered with before. */
  readonly addresses: readonly string[];
  /** The same in every spelling that is stored. */
  readonly spellings: readonly string[];
  /** Ids that other rows name the person by. */
  readonly ids: readonly string[];
  /** What experiments know browsers of the person by; only the person can name them. */
  readonly visitors: readonly string[];
}

/** What a module knows of a person beside the address; those that are asked after it know it too. */
export type Known = Partial<Pick<Person, 'addresses' | 'spellings' | 'ids'>>;

/** Everything stored about a person, as rows by table. */
export type PersonExport = Readonly<Record<string, readonly object[]>>;

/** How many rows of a table went, or were made to name nobody. */
export type ErasedRows = Readonly<Record<string, number>>;

/** What a module stores about a person. */
export interface PersonalDataSource {
  /** Secrets (hashes of tokens) are left out: they mean nothing to the person. */
  collect(
    ports: Pick<PlatformPorts, 'database' | 'secrets'>,
    person: Person,
  ): Promise<{ readonly tables: PersonExport; readonly known?: Known }>;
  erase(
    tx: Transaction,
    person: Person,
    random: PlatformPorts['random'],
  ): Promise<{ readonly rows: ErasedRows; readonly known?: Known }>;
  /** Anyone the rows of this module name, so that erasures can be repeated; see `erasure-list.ts`. */
  everybody?(db: Db): Promise<Pick<Person, 'addresses' | 'ids'>>;
}

export const withKnown = (person: Person, { addresses = [], spellings = [], ids = [] }: Known = {}): Person => ({
  ...person,
  addresses: joined(person.addresses, addresses),
  spellings: joined(person.spellings, spellings, addresses),
  ids: joined(person.ids, ids),
});

export const joined = (...lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())];

/** A list for a query, where it is never empty; nothing that names a person is an empty text. */
export const toNonEmptyList = (values: readonly string[] = []): readonly string[] =>
  values.length > 0 ? values : [''];
