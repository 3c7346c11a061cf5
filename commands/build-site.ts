import { rm } from 'node:fs/promises';
import { build as buildWithVike } from 'vike/api';
import { Mistake } from '#engine/base/errors.ts';
import { run as runGen } from '#engine/cli/gen/index.ts';
import { prepareAssets } from '#engine/compile/assets/prepare.ts';
import type { Site } from '#engine/documents/types.ts';
import { resolve } from '#engine/documents/resolve.ts';
import { readBuildRecord, writeBuildRecord } from '#server/platform/build-record.ts';
import { paths, root } from '#server/platform/paths.ts';
import { basePages } from '#server/site/holder/base-pages.ts';
import { loadBuiltCompiler } from '#server/site/holder/built-compiler.ts';
import { projectSource } from '#server/site/holder/project-source.ts';
import { hashCode, hashInputs } from './build-inputs.ts';
import { compressAssets } from './compress-assets.ts';
import { mistakeOf, requireSettings } from './run-command.ts';
import { step } from './steps.ts';

/** Builds unless nothing changed since the last build. */
export async function buildIfStale(): Promise<void> {
  const record = await readBuildRecord();
  if (record?.inputs !== (await hashInputs())) await build();
}

/**
 * Builds everything that `serve` needs.
 * @throws Mistake when a setting, a schema or a document has a mistake; then nothing is built (D7)
 */
export async function build(): Promise<void> {
  const settings = requireSettings();
  const inputs = await hashInputs();
  console.log('\n  Building\n');
  const stale = (await step('Schemas', () => runGen(['--check'], root))) !== 0;
  if (stale) throw new Mistake('Nothing was built.');
  const result = await step('Documents and texts', async () => resolve(await projectSource(root, settings)()));
  if (!result.ok) throw mistakeOf(result.findings);
  await rm(paths.buildRecord, { force: true });
  await step('Code', () => buildWithVike({ viteConfig: { root, logLevel: 'warn' } }));
  await step('Compressed files', () => compressAssets(paths.client));
  const assets = await step('Pictures and fonts', (onProgress) =>
    prepareAssets({ root, site: result.site, outDir: paths.prepared, cacheDir: paths.assetCache, onProgress }),
  );
  const buildId = await hashCode();
  const compiler = (await loadBuiltCompiler())({ assets, buildId });
  await step('Pages', async (onProgress) => {
    const pages = [...basePages(result.site, Date.now())];
    for (const [index, page] of pages.entries()) {
      await compiler.compile({ site: result.site, ...page });
      onProgress(index + 1, pages.length, page.document);
    }
  });
  await writeBuildRecord({ inputs, buildId });
  console.log(summary(result.site));
}

function summary(site: Site): string {
  return `\n  ${site.documents.size} documents in ${site.config.locales.available.length} languages are ready.\n`;
}
