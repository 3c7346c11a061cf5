import type { Db, Transaction } from '#server/platform/database/open-database.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';

/** Identifiers of a person found so far. */
export interface Person {
  /** Canonical addresses of the person's accounts. */
  readonly accounts: readonly string[];
  /** Canonical addresses in other rows of the person: those of the accounts, and earlier ones. */
  readonly addresses: readonly string[];
  /** The same in all stored spellings. */
  readonly spellings: readonly string[];
  /** Ids of the person in other rows. */
  readonly ids: readonly string[];
  /** Visitor ids of the person's browsers in experiments; only the person can provide them. */
  readonly visitors: readonly string[];
}

/** Identifiers that a module adds; modules that run later receive them as well. */
export type Known = Partial<Pick<Person, 'addresses' | 'spellings' | 'ids'>>;

/** All data about a person: rows by table. */
export type PersonExport = Readonly<Record<string, readonly object[]>>;

/** Deleted or anonymized rows by table. */
export type ErasedRows = Readonly<Record<string, number>>;

/** Personal data of a module. */
export interface PersonalDataSource {
  /** Whether the data is about staff: support may not read or delete what is about colleagues. */
  readonly isOfStaff?: boolean;
  /** Without secrets (hashes of tokens), which are meaningless to the person. */
  collect(
    ports: Pick<PlatformPorts, 'database' | 'secrets'>,
    person: Person,
  ): Promise<{ readonly tables: PersonExport; readonly known?: Known }>;
  erase(
    tx: Transaction,
    person: Person,
    random: PlatformPorts['random'],
  ): Promise<{ readonly rows: ErasedRows; readonly known?: Known }>;
  /** All people in the rows of this module, so that erasures can be repeated; see `erasure-list.ts`. */
  listPersons?(db: Db): Promise<Pick<Person, 'addresses' | 'ids'>>;
}

export const withKnown = (person: Person, { addresses = [], spellings = [], ids = [] }: Known = {}): Person => ({
  ...person,
  addresses: mergeLists(person.addresses, addresses),
  spellings: mergeLists(person.spellings, spellings, addresses),
  ids: mergeLists(person.ids, ids),
});

export const mergeLists = (...lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())];

/** A non-empty list for a query; the empty text matches no person. */
export const toNonEmptyList = (values: readonly string[] = []): readonly string[] =>
  values.length > 0 ? values : [''];
