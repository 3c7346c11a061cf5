import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build as buildWithVike } from 'vike/api';
import { Mistake } from '#engine/base/errors.ts';
import { run as runGen } from '#engine/cli/gen/index.ts';
import { publishAssets } from '#engine/compile/assets/asset-lists.ts';
import { prepareAssets } from '#engine/compile/assets/prepare.ts';
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

/** Builds unless nothing changed since the last build. */
export async function buildIfStale(): Promise<void> {
  const record = await readBuildRecord();
  if (record?.inputs !== (await hashInputs())) await build();
}

/**
 * Builds everything that `serve` needs, beside earlier builds: a server that runs keeps the one that it started with.
 * @throws Mistake when a setting, a schema or a document has a mistake; then nothing is built (D7), and the last good build stays
 */
export async function build(): Promise<void> {
  const settings = requireSettings();
  const inputs = await hashInputs();
  console.log('\n  Building\n');
  const stale = (await step('Schemas', () => runGen(['--check', '--complete'], root))) !== 0;
  if (stale) throw new Mistake('Nothing was built.');
  const result = await step('Documents and texts', async () => resolve(await projectSource(root, settings)()));
  if (!result.ok) throw mistakeOf(result.findings);
  const buildId = await hashCode();
  const release = nameRelease(buildId, Date.now());
  try {
    await buildRelease({ inputs, buildId, release }, result.site, settings.assetsDir);
  } catch (error) {
    // The build before stays the one that servers start with.
    await rm(join(paths.releases, release), { recursive: true, force: true });
    throw error;
  }
  await deleteOldReleases(Date.now());
  console.log(summary(result.site));
}

async function buildRelease(record: BuildRecord, site: Site, assetsDir: string): Promise<void> {
  const folder = releaseFolder(record);
  const outDir = join(paths.releases, record.release);
  // Before the code, because a picture that cannot be read is a mistake of its author like one in a document.
  const assets = await step('Pictures and fonts', (onProgress) =>
    prepareAssets({ root, site, outDir: assetsDir, cacheDir: paths.assetCache, onProgress }),
  );
  await step('Code', () => buildWithVike({ viteConfig: { root, logLevel: 'warn', build: { outDir } } }));
  await step('Compressed files', () => compressAssets(folder.client));
  await rememberAssets({ file: folder.pictures, root, site }, assets);
  const compiler = (await loadBuiltCompiler(folder))({ assets: assets.manifest, buildId: record.buildId });
  await step('Pages', async (onProgress) => {
    const pages = [...basePages(site, Date.now())];
    for (const [index, page] of pages.entries()) {
      await compiler.compile({ site, ...page });
      onProgress(index + 1, pages.length, page.document);
    }
  });
  await publishAssets(folder.client, assetsDir, 'scripts');
  await writeBuildRecord(record);
}

function summary(site: Site): string {
  return `\n  ${site.documents.size} documents in ${site.config.locales.available.length} languages are ready.\n`;
}
