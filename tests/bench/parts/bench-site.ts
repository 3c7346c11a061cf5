import { prepareAssets } from '#engine/compile/assets/prepare.ts';
import type { Compiler } from '#engine/compile/types.ts';
import { resolve } from '#engine/documents/resolve.ts';
import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import { readBuildRecord, getReleaseFolder } from '#server/platform/build-record.ts';
import { paths, root } from '#server/platform/paths.ts';
import { readSettings, type Settings } from '#server/platform/settings/read-settings.ts';
import { productionEnvironment } from '#tests/helpers/production-environment.ts';
import { loadBuiltCompiler } from '#server/site/store/built-compiler.ts';
import { createProjectSource } from '#server/site/store/project-source.ts';

export interface BenchSite {
  readonly settings: Settings;
  readonly site: Site;
  readonly compiler: Compiler;
}

/**
 * The project's own site, with `copies` more landings made from the default one.
 *
 * @param environment Settings beside those that all benches have.
 */
export async function benchSite(
  copies: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<BenchSite> {
  const record = await readBuildRecord();
  if (record === null) throw new Error('There is no finished build. Run "npm run build" first.');
  const parsed = readSettings({
    ...productionEnvironment,
    PORT: '0',
    LOG_LEVEL: 'silent',
    PUBLIC_ORIGIN: 'https://www.example.com',
    ...environment,
  });
  if (!parsed.ok) throw new Error('These settings are right.');
  const result = resolve(await createProjectSource(root, parsed.settings)());
  if (!result.ok) throw new Error('The documents have mistakes. Run "npm run check".');
  const { manifest: assets } = await prepareAssets({
    root,
    site: result.site,
    outDir: paths.prepared,
    cacheDir: paths.assetCache,
  });
  const compiler = (await loadBuiltCompiler(getReleaseFolder(record)))({ assets, buildId: record.buildId });
  return { settings: parsed.settings, site: withCopies(result.site, copies), compiler };
}

function withCopies(site: Site, copies: number): Site {
  const landing = site.documents.get('landings/default');
  if (landing === undefined) throw new Error('The site has no default landing.');
  const made = Array.from({ length: copies }, (_, index): [string, ResolvedDocument] => {
    const id = `landings/copy-${index}`;
    return [id, { ...landing, id, slug: `copy-${index}`, hash: `${landing.hash}${index}` }];
  });
  return { ...site, revision: `copies${copies}`, documents: new Map([...site.documents, ...made]) };
}
