import { rm } from 'node:fs/promises';
import { build as buildWithVike } from 'vike/api';
import type { Finding } from '#engine/base/finding.ts';
import { run as runGen } from '#engine/cli/gen/index.ts';
import { prepareAssets } from '#engine/compile/assets/prepare.ts';
import type { Site } from '#engine/documents/types.ts';
import { resolve } from '#engine/documents/resolve.ts';
import { writeBuildRecord } from '#server/build-record.ts';
import { paths, root } from '#server/paths.ts';
import type { Settings } from '#server/settings/read-settings.ts';
import { basePages } from '#server/site/base-pages.ts';
import { loadBuiltCompiler } from '#server/site/built-compiler.ts';
import { projectSource } from '#server/site/project-source.ts';
import { hashCode } from './build-inputs.ts';
import { compressAssets } from './compress-assets.ts';
import { step } from './steps.ts';

/** Builds everything that `serve` needs. Returns the findings that refuse the documents; then nothing is built (D7). */
export async function buildAll(settings: Settings, inputs: string): Promise<readonly Finding[]> {
  console.log('\n  Building\n');
  await step('Schemas', async () => {
    if ((await runGen(['--check'], root)) !== 0) process.exit(1);
  });
  const result = await step('Documents and texts', async () => resolve(await projectSource(root, settings)()));
  if (!result.ok) return result.findings;
  await rm(paths.buildRecord, { force: true });
  await step('Code', () => buildWithVike({ viteConfig: { root, logLevel: 'warn' } }));
  await step('Compressed files', () => compressAssets(paths.client));
  const assets = await step('Pictures and fonts', (onProgress) =>
    prepareAssets({ root, site: result.site, outDir: paths.prepared, cacheDir: paths.assetCache, onProgress }),
  );
  const buildId = await hashCode();
  const compiler = (await loadBuiltCompiler())({ assets, buildId });
  await step('Pages', async (onProgress) => {
    const pages = [...basePages(result.site)];
    for (const [index, page] of pages.entries()) {
      await compiler.compile({ site: result.site, ...page });
      onProgress(index + 1, pages.length, page.document);
    }
  });
  await writeBuildRecord({ inputs, buildId });
  console.log(summary(result.site));
  return [];
}

function summary(site: Site): string {
  return `\n  ${site.documents.size} documents in ${site.config.locales.available.length} languages are ready.\n`;
}
