import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareAssets } from '#engine/compile/assets/prepare.ts';
import type { Compiler } from '#engine/compile/types.ts';
import { PHASES_FILE } from '#engine/documents/experiment-phases.ts';
import { resolve } from '#engine/documents/resolve.ts';
import type { Layer, Site } from '#engine/documents/types.ts';
import { readBuildRecord, getReleaseFolder } from '#server/platform/build-record.ts';
import { paths, root } from '#server/platform/paths.ts';
import { readSettings, type Settings } from '#server/platform/settings/read-settings.ts';
import { productionEnvironment } from '#tests/helpers/production-environment.ts';
import { loadBuiltCompiler } from '#server/site/store/built-compiler.ts';
import { createProjectSource } from '#server/site/store/project-source.ts';

export interface ExperimentSite {
  readonly settings: Settings;
  readonly site: Site;
  readonly compiler: Compiler;
}

/** Experiments whose variations really divide visitors; the others are evaluated for all visitors and change no page. */
const DIVIDING = 3;

/** The settings and the project's own site with so many live experiments on its start page, and no others. */
export async function resolveExperiments(count: number): Promise<{ readonly settings: Settings; readonly site: Site }> {
  const parsed = readSettings({
    ...productionEnvironment,
    RATE_LIMIT_EXPERIMENT_VISITORS: '999999 per 1 s',
    PORT: '0',
    LOG_LEVEL: 'silent',
    PUBLIC_ORIGIN: 'https://www.example.com',
  });
  if (!parsed.ok) throw new Error('These settings are right.');
  const input = await createProjectSource(root, parsed.settings)();
  const own = input.layers.flatMap(({ files }) => [...files]).filter(([file]) => file.includes('/experiments/'));
  const paused = own.map(([file, text]) => [file, text.replace('"live"', '"paused"')] as const);
  // The record holds a paused experiment to the page that it was live on, which these take.
  const noPhases = [PHASES_FILE, '{}'] as const;
  const draft: Layer = { name: 'draft', files: new Map([...paused, noPhases, ...makeExperiments(count)]) };
  const result = resolve({ ...input, layers: [...input.layers, draft] });
  if (!result.ok) throw new Error(result.findings.map(({ file, message }) => `${file}: ${message}`).join('\n'));
  return { settings: parsed.settings, site: result.site };
}

/** The same, ready to be served. */
export async function experimentSite(count: number): Promise<ExperimentSite> {
  const record = await readBuildRecord();
  if (record === null) throw new Error('There is no finished build. Run "npm run build" first.');
  const { settings, site } = await resolveExperiments(count);
  const outDir = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
  const { manifest: assets } = await prepareAssets({ root, site, outDir, cacheDir: paths.assetCache });
  const compiler = (await loadBuiltCompiler(getReleaseFolder(record)))({ assets, buildId: record.buildId });
  return { settings, site, compiler };
}

function makeExperiments(count: number): readonly (readonly [string, string])[] {
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const schema = '../../schemas/generated/editor/';
    const title = Object.fromEntries(
      ['en', 'de', 'fr', 'it', 'nl', 'pl', 'sv'].map((locale) => [locale, `Variation ${index}`]),
    );
    const block = { id: `bench-${index}`, type: 'rich-text', title };
    const variant = {
      $schema: `${schema}landing.schema.json`,
      version: 4,
      extends: 'landings/default',
      changes: [{ op: 'insert', after: 'hero', blocks: [block] }],
    };
    const experiment = {
      $schema: `${schema}experiment.schema.json`,
      version: 4,
      status: 'live',
      hypothesis: 'Requests are answered as fast as without.',
      document: 'landings/default',
      variations: [
        { key: 'control', weight: 1 },
        { key: 'test', variant: `landings/bench-${index}`, weight: index < DIVIDING ? 1 : 0.000_01 },
      ],
    };
    return [
      [`pages-config/landings/bench-${index}.json`, JSON.stringify(variant)],
      [`pages-config/experiments/bench-${index}.json`, JSON.stringify(experiment)],
    ] as const;
  });
}
