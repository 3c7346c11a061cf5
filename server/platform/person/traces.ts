import type { Transaction } from '#server/platform/database/open-database.ts';
import type { Email } from '#server/platform/forms/email.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';

/** A person by everything known so far. */
export interface Person {
  readonly email: Email;
  /** The address in every spelling that is stored. */
  readonly addresses: readonly string[];
  /** Ids that other rows name the person by. */
  readonly ids: readonly string[];
}

/** What a wing knows of a person beside the address; those that are asked after it know it too. */
export interface Known {
  readonly addresses?: readonly string[];
  readonly ids?: readonly string[];
}

/** Everything stored about a person, as rows by table. */
export type PersonExport = Readonly<Record<string, readonly object[]>>;

/** What a wing stores about a person. */
export interface PersonTraces {
  /** Secrets (hashes of tokens) are left out: they tell the person nothing. */
  collect(
    ports: Pick<PlatformPorts, 'database' | 'secrets'>,
    person: Person,
  ): Promise<{ readonly tables: PersonExport; readonly known?: Known }>;
  /** Returns how many rows went, those not counted that went with another. */
  erase(tx: Transaction, person: Person): Promise<{ readonly rows: number; readonly known?: Known }>;
}

export const personOf = (email: Email): Person => ({ email, addresses: [email.typed, email.canonical], ids: [] });

export const withKnown = (person: Person, { addresses = [], ids = [] }: Known = {}): Person => ({
  ...person,
  addresses: [...person.addresses, ...addresses],
  ids: [...person.ids, ...ids],
});
