import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ADMIN } from './demo-rows.ts';
import { hiddenFields, Visitor } from './visitor.ts';
import type { Tools } from './walk.ts';

const SIGN_IN = '/admin/signin';

/** Every admin page as an admin sees it, in two languages, and then every table. */
export async function recordAdmin(tools: Tools): Promise<void> {
  const { server, recorder, normaliser, site } = tools;
  await server.step('admin');
  const visitor = new Visitor(server);
  const { text } = await visitor.get(SIGN_IN);
  const signedIn = await visitor.post(
    '/do/admin/sign-in',
    { ...hiddenFields(text, 'admin/sign-in'), ...ADMIN },
    SIGN_IN,
  );
  if (signedIn.status !== 303) recorder.broken(`The admin could not sign in: the answer was ${signedIn.status}.`);
  // The second one is that of the language without a prefix.
  const prefixes = site.prefixes.toSpliced(1, 1).slice(0, 2);
  for (const [id, address] of site.documents) {
    if (!id.startsWith('pages/admin/') || address === null) continue;
    for (const prefix of prefixes) {
      await server.step(`admin ${prefix}${address}`);
      const answer = await visitor.get(prefix + address);
      if (answer.status !== 200 && address !== SIGN_IN)
        recorder.broken(`The admin page ${prefix}${address} was answered with ${answer.status}.`);
      recorder.note('admin', `admin: ${prefix}${address}`, answer, normaliser);
    }
  }
  recordTables(tools);
}

/** How each table was made, and its rows, in an order of their own: what a server draws at random decides that of the database. */
function recordTables({ server, recorder, normaliser }: Tools): void {
  const file = readdirSync(server.dataFolder).find((name) => name.endsWith('.sqlite'));
  if (file === undefined) return recorder.broken('There is no database in the data folder.');
  const db = new DatabaseSync(join(server.dataFolder, file), { readOnly: true });
  try {
    const made = db.prepare(`select name, sql from sqlite_master where type = 'table' order by name`).all();
    for (const { name, sql } of made) {
      const rows = db.prepare(`select * from "${String(name)}"`).all();
      const lines = rows.map((row) => JSON.stringify(mapValues(row)));
      recorder.noteText(
        'table',
        `table: ${String(name)}`,
        normaliser.body([String(sql), ...lines.toSorted()].join('\n')),
      );
    }
  } finally {
    db.close();
  }
}

/** Ids, hashes and what is sealed or encrypted. */
const DRAWN = /^(?:[\w-]{22}|[\w-]{43}|[0-9a-f]{64})$|^[\w+/.=-]{60,}$/;

function mapValues(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      value instanceof Uint8Array ? '{bytes}' : typeof value === 'string' && DRAWN.test(value) ? '{drawn}' : value,
    ]),
  );
}
