import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build as buildWithVike } from 'vike/api';
import { Mistake } from '#engine/base/errors.ts';
import { run as runGen } from '#engine/cli/gen/index.ts';
import { publishAssets } from '#engine/compile/assets/asset-lists.ts';
import { prepareAssets, type PrepareInput } from '#engine/compile/assets/prepare.ts';
import { rememberAssets } from '#engine/compile/assets/remembered-assets.ts';
import type { Site } from '#engine/documents/types.ts';
import { resolve } from '#engine/documents/resolve.ts';
import { type BuildRecord, readBuildRecord, releaseFolder, writeBuildRecord } from '#server/platform/build-record.ts';
import { paths, root } from '#server/platform/paths.ts';
import { basePages } from '#server/site/holder/base-pages.ts';
import { loadBuiltCompiler } from '#server/site/holder/built-compiler.ts';
import { projectSource } from '#server/site/holder/project-source.ts';
import { hashCode, hashInputs } from './build-inputs.ts';
import { compressAssets } from './compress-assets.ts';
import { mistakeOf, requireSettings } from './run-command.ts';
import { deleteOldReleases, nameRelease } from './releases.ts';
import { step } from './steps.ts';

/**
 * Builds unless nothing changed since the last build. On a demo site, pictures and link previews that were never made are left to the server:
 * encoding takes ten times as long as all the rest.
 */
export async function buildIfStale(): Promise<void> {
  const record = await readBuildRecord();
  if (record?.inputs !== (await hashInputs())) await build({ later: requireSettings().mode === 'demo' });
}

/**
 * Builds everything that `serve` needs, beside earlier builds: a server that runs keeps the one that it started with.
 * @throws Mistake when a setting, a schema or a document has a mistake; then nothing is built (D7), and the last good build stays
 */
export async function build({ later = false }: Pick<PrepareInput, 'later'> = {}): Promise<void> {
  const settings = requireSettings();
  const inputs = await hashInputs();
  console.log('\n  Building\n');
  const stale = (await step('Schemas', () => runGen(['--check', '--complete'], root))) !== 0;
  if (stale) throw new Mistake('Nothing was built.');
  const result = await step('Documents and texts', async () => resolve(await projectSource(root, settings)()));
  if (!result.ok) throw mistakeOf(result.findings);
  const buildId = await hashCode();
  const release = nameRelease(buildId, Date.now());
  let unmade: number;
  try {
    const places = { root, site: result.site, outDir: settings.assetsDir, cacheDir: paths.assetCache };
    unmade = await buildRelease({ inputs, buildId, release }, { ...places, later });
  } catch (error) {
    // The build before stays the one that servers start with.
    await rm(join(paths.releases, release), { recursive: true, force: true });
    throw error;
  }
  await deleteOldReleases(Date.now());
  console.log(summary(result.site, unmade));
}

/** @returns how many files are left to be made */
async function buildRelease(record: BuildRecord, input: PrepareInput): Promise<number> {
  const { site } = input;
  const folder = releaseFolder(record);
  const outDir = join(paths.releases, record.release);
  // Before the code, because a picture that cannot be read is a mistake of its author like one in a document.
  const assets = await step('Pictures and fonts', (onProgress) => prepareAssets({ ...input, onProgress }));
  await step('Code', () => buildWithVike({ viteConfig: { root, logLevel: 'warn', build: { outDir } } }));
  await rememberAssets({ file: folder.pictures, root, site }, assets);
  const compiler = (await loadBuiltCompiler(folder))({ assets: assets.manifest, buildId: record.buildId });
  // In zlib's own threads, beside the pages.
  const compressed = step('Compressed files', () => compressAssets(folder.client));
  const rendered = step('Pages', async (onProgress) => {
    const pages = [...basePages(site, Date.now())];
    for (const [index, page] of pages.entries()) {
      await compiler.compile({ site, ...page });
      onProgress(index + 1, pages.length, page.document);
    }
  });
  // Whatever fails, nobody writes any more when the folder is taken away.
  for (const outcome of await Promise.allSettled([rendered, compressed]))
    if (outcome.status === 'rejected') throw outcome.reason;
  await publishAssets(folder.client, input.outDir, 'scripts');
  await writeBuildRecord(record);
  return assets.unmade.length;
}

function summary(site: Site, unmade: number): string {
  const later = unmade === 0 ? '' : ` ${unmade} pictures are made while they are served.`;
  return `\n  ${site.documents.size} documents in ${site.config.locales.available.length} languages are ready.${later}\n`;
}
