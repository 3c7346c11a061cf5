import { transact } from '#server/platform/database/transact.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import type { Audit, PlatformPorts } from '#server/platform/platform-ports.ts';
import { type PersonExport, type PersonTraces, personOf, withKnown } from './traces.ts';

export type EraseAnswer =
  | { readonly outcome: 'erased'; readonly rows: number }
  | { readonly outcome: 'not-an-address' };

/** What the law lets a person ask for, over all wings. */
export interface People {
  /** Everything stored about a person (GDPR, article 15); `null` when the address is not one. */
  export(address: string): Promise<PersonExport | null>;
  /** Removes everything about a person (GDPR, article 17), in one transaction. */
  erase(address: string, actor: string): Promise<EraseAnswer>;
}

export function createPeople(
  ports: Pick<PlatformPorts, 'database' | 'secrets'>,
  traces: readonly PersonTraces[],
  audit: Audit,
): People {
  return {
    async export(address) {
      const email = readEmail(address);
      if (!email) return null;
      let person = personOf(email);
      const all: Record<string, readonly object[]> = {};
      for (const trace of traces) {
        const { tables, known } = await trace.collect(ports, person);
        Object.assign(all, tables);
        person = withKnown(person, known);
      }
      return all;
    },

    async erase(address, actor) {
      const email = readEmail(address);
      if (!email) return { outcome: 'not-an-address' };
      return transact<EraseAnswer>(ports.database, async (tx) => {
        let person = personOf(email);
        let rows = 0;
        for (const trace of traces) {
          const erased = await trace.erase(tx, person);
          rows += erased.rows;
          person = withKnown(person, erased.known);
        }
        await audit(tx, { actor, action: 'person.erase', details: { rows } });
        return { outcome: 'erased', rows };
      });
    },
  };
}
