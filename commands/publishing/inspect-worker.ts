import { parentPort } from 'node:worker_threads';
import { InternalError } from '#engine/base/errors.ts';
import type { Finding } from '#engine/base/finding.ts';
import { resolveOn } from '#engine/documents/resolve.ts';
import { paths, root } from '#server/platform/paths.ts';
import { nameOfPage } from '#server/site/pages/page-name.ts';
import type { InspectAnswer, InspectRequest } from '#server/site/publications/inspector.ts';
import type { Overlay } from '#server/site/publications/overrides.ts';
import { underOverlay } from '#server/site/publications/published-content.ts';
import { projectSource } from '#server/site/store/project-source.ts';
import { SiteStore } from '#server/site/store/site-store.ts';
import { obtainAssets } from '../obtain-assets.ts';
import { requireSettings } from '../run-command.ts';
import { openRelease } from './open-release.ts';

/* Whatever the server would refuse is refused here: the content is resolved, and pages that changed are rendered, as by the server. */

if (parentPort === null) throw new InternalError('inspect-worker.ts runs as a worker thread only.');
const port = parentPort;
const settings = requireSettings();
const { record, folder, createCompiler, pack } = await openRelease();
const readFiles = projectSource(root, settings);
const places = { root, outDir: settings.assetsDir, cacheDir: paths.assetCache, later: settings.mode === 'demo' };
let overlay: Overlay = new Map();

const store = new SiteStore({
  read: async () => underOverlay(await readFiles(), overlay),
  resolve: (input, previous) => resolveOn(input, new Date().toISOString().slice(0, 10), previous),
  prepare: async (site) => {
    const isPublished = overlay.size > 0;
    const { manifest } = await obtainAssets({ ...places, site, isPublished, file: folder.pictures });
    return createCompiler({ assets: manifest, buildId: record.buildId });
  },
  isBuilt: (site, compiler, page) => pack?.find(nameOfPage(site, compiler, page), site) !== undefined,
  now: Date.now,
});

async function inspect(next: Overlay): Promise<readonly Finding[]> {
  overlay = next;
  const outcome = await store.reload();
  return outcome.kind === 'refused' ? outcome.findings : store.status.warnings;
}

let before = Promise.resolve();
port.on('message', ({ id, overlays }: InspectRequest) => {
  before = before.then(async () => port.postMessage(await answer(id, overlays)));
});

async function answer(id: number, overlays: readonly Overlay[]): Promise<InspectAnswer> {
  try {
    const findings: (readonly Finding[])[] = [];
    for (const each of overlays) findings.push(await inspect(each));
    return { id, findings };
  } catch (error) {
    return { id, findings: [], failure: error instanceof Error ? error.message : String(error) };
  }
}
