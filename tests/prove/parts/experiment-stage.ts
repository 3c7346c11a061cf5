import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResolvedExperiment } from '#engine/documents/types.ts';
import { buildPayload } from '#engine/experiments/payload.ts';
import { type Backend, createBackend } from '#server/app/backend.ts';
import { plainSite } from '#tests/helpers/plain-site.ts';
import { productionEnvironment } from '#tests/helpers/production-environment.ts';
import { CHROME } from '#tests/helpers/experiments.ts';
import { type FlagService, startFlagService } from '#tests/helpers/flag-service.ts';
import { cookieHeader, visitorCookies } from '#tests/helpers/visitor-cookies.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { type RunningServer, startServer } from '#tests/helpers/server.ts';

export const SECRET = 'a secret of proofs that is long enough to be one';

/** The built server on a database that outlives it, with one live experiment of the project, served by a flag service. */
export interface ExperimentStage {
  readonly experiment: ResolvedExperiment;
  readonly flags: FlagService;
  /** Resolves once the experiment runs. */
  serve(env?: Readonly<Record<string, string>>): Promise<RunningServer>;
  /** The database as the proof itself sees it. */
  look<Result>(question: (backend: Backend) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

export async function setExperimentStage(key: string, path: string): Promise<ExperimentStage> {
  const found = (await projectSite()).experiments.find((experiment) => experiment.key === key);
  if (found === undefined) throw new Error(`The project has no experiment "${key}".`);
  const experiment = { ...found, status: 'live' as const };
  const flags = await startFlagService(buildPayload([experiment], Date.now()));
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-prove-'));
  return {
    experiment,
    flags,
    async serve(env = {}) {
      const server = await startServer({
        startWithin: 120_000,
        env: {
          ...productionEnvironment,
          DATA_DIR: dataDir,
          SECRET,
          GROWTHBOOK_API_HOST: flags.origin,
          GROWTHBOOK_CLIENT_KEY: 'sdk-prove',
          LOG_LEVEL: 'error',
          // All visitors of a proof come from one address.
          RATE_LIMIT_EXPERIMENT_VISITORS: '999999 per 1 min',
          ...env,
        },
      });
      await untilEnrolled(server.origin + path);
      return server;
    },
    async look(question) {
      const backend = await createBackend({
        dataDir,
        secret: SECRET,
        mailFrom: 'Maison Cercle <hello@example.com>',
        site: plainSite({ name: 'Maison Cercle', publicOrigin: 'https://www.example.com' }),
      });
      return question(backend).finally(() => backend.close());
    },
    async close() {
      await flags.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** `HEAD` does not enrol, and visitors who are known already get their variations, which differ in length, once the experiment runs. */
async function untilEnrolled(url: string): Promise<void> {
  for (let tried = 0; tried < 600; tried += 1) {
    const lengths = await Promise.all(
      Array.from({ length: 20 }, (_, index) => lengthFor(url, `known-before-proof-${index}`)),
    );
    if (new Set(lengths).size > 1) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No experiment runs at ${url}.`);
}

async function lengthFor(url: string, visitor: string): Promise<string | null> {
  const headers = {
    'user-agent': CHROME,
    'accept-encoding': 'identity',
    cookie: cookieHeader(visitorCookies({ id: visitor }, '', Date.now(), SECRET)),
  };
  const response = await fetch(url, { method: 'HEAD', headers });
  return response.headers.get('content-length');
}
