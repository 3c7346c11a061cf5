import type { Backend } from '#server/backend.ts';
import { createBackend } from '#server/backend.ts';
import { demoSecret } from '#server/platform/settings/demo-secret.ts';
import { plainSite } from '#server/members/plain-site.ts';
import { requireSettings } from './run-command.ts';

/** Runs one task on the database that the server uses, beside a running server or without one. */
export async function withBackend<Result>(task: (backend: Backend) => Promise<Result>): Promise<Result> {
  const { dataDir, databaseUrl, mailFrom, publicOrigin, secrets } = requireSettings();
  const backend = await createBackend({
    dataDir,
    databaseUrl: databaseUrl === '' ? undefined : databaseUrl,
    secret: secrets.length > 0 ? secrets.join(',') : await demoSecret(dataDir),
    site: plainSite({ name: new URL(publicOrigin).hostname, publicOrigin }),
    mailFrom,
  });
  return task(backend).finally(() => backend.close());
}
