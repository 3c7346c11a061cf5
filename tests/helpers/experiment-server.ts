import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import type { CompileInput, Template } from '#engine/compile/types.ts';
import type { ResolvedDocument, ResolvedExperiment, Site } from '#engine/documents/types.ts';
import { type Backend, createBackend } from '#server/app/backend.ts';
import type { RemoteTimes } from '#server/site/flags/remote-flags.ts';
import { readSettings } from '#server/platform/settings/read-settings.ts';
import { makeDataFolder } from '#tests/helpers/data-folder.ts';
import { plainSite } from '#tests/helpers/plain-site.ts';
import type { PendingImages } from '#server/site/images/pending-images.ts';
import type { RunningServer } from '#server/app/start-server.ts';
import { serveHere } from './plain-server.ts';
import { SECRET } from './secret.ts';
import { sampleSite, sampleTemplate } from './small-site.ts';

export interface ExperimentServer {
  readonly site: Site;
  readonly server: RunningServer;
  readonly backend: Backend;
  /** Scheme, host and port. */
  readonly origin: string;
  stop(): Promise<void>;
}

export interface ExperimentServerOptions {
  readonly experiments: readonly ResolvedExperiment[];
  /** Landings beside `landings/default`. */
  readonly landings: readonly (Partial<ResolvedDocument> & { readonly id: string })[];
  /** A document that cannot be rendered. */
  readonly broken?: string;
  /** What each page has behind its heading. */
  readonly markup?: string;
  /** Scripts that pages may load: contents by path below the public folder. */
  readonly scripts?: Readonly<Record<string, string>>;
  /** What is still to be made; nothing when left out. */
  readonly images?: PendingImages;
  readonly env?: Readonly<Record<string, string>>;
  /** How often a flag service is asked; the product's own values when left out. */
  readonly flagTimes?: RemoteTimes;
}

/** All visitors of a test come from one address. */
const crowd = { RATE_LIMIT_EXPERIMENT_VISITORS: '100000 per 1 min' };

/** The whole server in this process, on the sample site with these experiments; its pages name their document in the heading. */
export async function startExperimentServer(options: ExperimentServerOptions): Promise<ExperimentServer> {
  const folder = await makeDataFolder();
  await mkdir(join(folder, 'public/assets'), { recursive: true });
  const env = {
    PORT: '0',
    LOG_LEVEL: 'silent',
    PUBLIC_ORIGIN: 'http://localhost',
    DATA_DIR: folder,
    ...crowd,
    ...options.env,
  };
  for (const [path, code] of Object.entries(options.scripts ?? {})) await writeFile(join(folder, 'public', path), code);
  const parsed = readSettings(env);
  if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message).join('\n'));
  const backend = await createBackend({
    dataDir: folder,
    secret: SECRET,
    site: plainSite({ name: 'Sample', publicOrigin: 'http://localhost' }),
    mailFrom: 'Sample <hello@example.com>',
  });
  const site = siteWith(options);
  const { running: server } = await serveHere(
    () => site,
    (input) => compilePage(options, input),
    {
      settings: parsed.settings,
      backend,
      log: pino({ level: 'silent' }),
      publicDirs: [join(folder, 'public')],
      pageCache: join(folder, 'cache'),
      images: options.images,
      flagTimes: options.flagTimes,
    },
  );
  return {
    site,
    server,
    backend,
    origin: server.url.replace(/\/$/, ''),
    async stop() {
      await server.stopper.stop('test');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function compilePage(
  { broken, markup }: ExperimentServerOptions,
  { variations, document: asked, locale }: CompileInput,
): Promise<Template> {
  const document = variations[0] ?? asked;
  if (document === broken) throw new Error('A block broke.');
  const template = sampleTemplate({ document, locale });
  if (markup === undefined) return template;
  return {
    ...template,
    parts: [...template.parts, markup],
    contentSecurityPolicy: "default-src 'self'; style-src 'unsafe-inline'",
    link: '',
  };
}

/** Documents need no texts, so that every variation is ready. */
function siteWith({ experiments, landings }: ExperimentServerOptions): Site {
  const base = sampleSite();
  const meta = { title: 'S', description: 'S' };
  const start = base.documents.get('landings/default');
  if (start === undefined) throw new Error('The sample has a start page.');
  const more = landings.map((landing) => ({ ...start, ...landing }));
  const all = [...base.documents.values(), ...more].map((document) => ({ ...document, meta }));
  const texts = new Map(base.config.locales.available.map((locale) => [locale, new Map([['S', 'Sample']])]));
  return { ...base, texts, experiments, documents: new Map(all.map((document) => [document.id, document])) };
}
