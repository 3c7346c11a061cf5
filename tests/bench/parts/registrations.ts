import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Backend, createBackend } from '#server/app/backend.ts';
import { plainSite } from '#tests/helpers/plain-site.ts';
import { unlimited } from '#tests/helpers/unlimited.ts';

/** A backend without limits on a database of its own; SQLite when no URL is given. */
export async function openRegistrations(
  databaseUrl: string | undefined,
): Promise<{ readonly backend: Backend; close(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-registrations-'));
  const backend = await createBackend({
    dataDir,
    databaseUrl,
    secret: 'a secret of benches that is long enough to be one',
    mailFrom: 'Maison Cercle <hello@example.com>',
    site: plainSite({ name: 'Maison Cercle', publicOrigin: 'https://www.example.com' }),
    settings: { limits: unlimited },
  });
  return {
    backend,
    async close() {
      await backend.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Everything behind a sent form: limits, code, member, consents, token, mail and place; the outbox is emptied meanwhile. */
export async function register(backend: Backend, each: number): Promise<void> {
  const answer = await backend.members.register({
    form: {
      gender: 'woman',
      firstName: 'Marie',
      lastName: 'd’Été',
      email: `visitor-${each}@example.com`,
      country: 'FR',
      newsletter: true,
      terms: true,
      code: 'PLACES',
    },
    locale: 'fr',
    newsletter: { text: 'Oui, écrivez-moi.', version: '1' },
    network: `2001:db8:${(each >> 16).toString(16)}:${(each & 0xffff).toString(16)}::/64`,
  });
  if (answer.outcome !== 'registered') throw new Error(`A registration was answered "${answer.outcome}".`);
}
