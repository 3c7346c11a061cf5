import { once } from 'node:events';
import { createServer } from 'node:net';
import { createBackend } from '#server/app/backend.ts';
import { addCode } from '#tests/helpers/add-code.ts';
import { plainSite } from '#tests/helpers/plain-site.ts';
import { productionEnvironment } from '#tests/helpers/production-environment.ts';
import { reportTo } from './report.ts';
import { SECRET } from './secret.ts';

/** The site as `npm run serve` sends it in production, behind a proxy, on an embedded database with one code. */
const [dataDir = '', code = ''] = process.argv.slice(2);
const publicOrigin = 'https://www.example.com';
const backend = await createBackend({
  dataDir,
  secret: SECRET,
  site: plainSite({ name: 'Bench', publicOrigin }),
  mailFrom: 'Bench <bench@example.com>',
});
await addCode(backend, code, 1_000_000);
await backend.close();

const port = await freePort();
Object.assign(process.env, productionEnvironment, {
  PORT: String(port),
  PUBLIC_ORIGIN: publicOrigin,
  DATA_DIR: dataDir,
  SECRET,
  LOG_LEVEL: 'silent',
  TRUSTED_PROXIES: '127.0.0.1',
});
const { serveSite } = await import('../../../commands/serve-site.ts');
await serveSite();
reportTo(process, port);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}
