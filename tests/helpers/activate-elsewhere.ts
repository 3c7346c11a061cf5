/*
 * A process of its own that activates one account on a shared database, as another node would:
 * `node tests/helpers/activate-elsewhere.ts <database> <secret> <token>`.
 */
import { createBackend } from '#server/app/backend.ts';
import { plainSite } from '#tests/helpers/plain-site.ts';

const [databaseUrl = '', secret = '', token = ''] = process.argv.slice(2);
const backend = await createBackend({
  databaseUrl,
  dataDir: '',
  secret,
  mailFrom: 'Maison Cercle <hello@example.com>',
  site: plainSite({ name: 'Maison Cercle', publicOrigin: 'https://www.example.com' }),
});
const { outcome } = await backend.members.activate({ token, network: '192.0.2.9' });
await backend.close();
console.log(outcome);
