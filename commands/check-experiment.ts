import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '#engine/shared/errors.ts';
import type { Finding } from '#engine/shared/finding.ts';
import { formatText } from '#engine/cli/check/format-text.ts';
import { findExperiment } from '#engine/cli/find-experiment.ts';
import { readArguments } from '#engine/cli/usage.ts';
import { findOffset, locateOffset } from '#engine/documents/locate.ts';
import { formatPath } from '#engine/documents/source-location.ts';
import { resolve } from '#engine/documents/resolve.ts';
import { parseSource } from '#engine/documents/source.ts';
import type { ResolvedExperiment, Site } from '#engine/documents/types.ts';
import { Flags } from '#engine/experiments/flags.ts';
import { buildPayload } from '#engine/experiments/payload.ts';
import { readBuildRecord, getReleaseFolder } from '#server/platform/build-record.ts';
import { type VariationCell, listVariationCells, checkRendered } from '#server/site/experiments/check-variations.ts';
import { encode, createEncodeJob } from '#server/site/pages/encode-page.ts';
import { createPageSource } from '#server/site/pages/page-source.ts';
import { paths, root } from '#server/platform/paths.ts';
import { loadBuiltCompiler } from '#server/site/store/built-compiler.ts';
import { createProjectSource } from '#server/site/store/project-source.ts';
import { obtainAssets } from './obtain-assets.ts';
import { toUserError, requireSettings } from './run-command.ts';

/**
 * `npm run check -- --experiment <key>` (N1): renders and measures every variation in every language, as if the experiment were live. Exit
 * code 1 when a variation is unavailable in all languages.
 *
 * @throws UserError for errors in arguments or documents, without a build, and for an unknown experiment
 */
export async function checkExperiment(args: readonly string[]): Promise<void> {
  const { values } = readArguments(usage, args);
  const settings = requireSettings();
  const result = resolve(await createProjectSource(root, settings)());
  if (!result.ok) throw toUserError(result.findings);
  const record = await readBuildRecord();
  if (record === null) throw new UserError('Variations are weighed with the built code. Run "npm run build" first.');
  const { site } = result;
  const experiment = findExperiment(values.experiment ?? '', site.experiments);
  const release = getReleaseFolder(record);
  const createCompiler = await loadBuiltCompiler(release);
  const places = { root, site, outDir: settings.assetsDir, cacheDir: paths.assetCache };
  const { manifest: assets } = await obtainAssets({ ...places, file: release.images });
  const compiler = createCompiler({ assets, buildId: record.buildId });

  const live = { ...site, experiments: [{ ...experiment, status: 'live' as const }] };
  const facts = { flags: new Flags(buildPayload(live.experiments, Date.now())), unready: new Set<string>() };
  const source = parseSource(experiment.file, await readFile(join(root, experiment.file), 'utf8'));
  const table = new Map<string, string[]>();
  const findings: Finding[] = [];
  for (const cell of listVariationCells(live, facts)) {
    const checked = await checkRendered(live, cell, async (page) => {
      const template = await compiler.compile({ site, ...page });
      return encode(createEncodeJob(createPageSource(template)), 'best').br.length;
    });
    const row = table.get(cell.variation) ?? [];
    row.push(checked.findings.length === 0 ? String(checked.bytes) : `${checked.bytes} !`);
    table.set(cell.variation, row);
    findings.push(...checked.findings.map(({ rule, message }) => findingAt(cell, experiment, source, rule, message)));
  }
  console.log(formatTable(table, site));
  for (const finding of findings) console.log(formatText(finding, false));
  console.log(
    findings.length === 0
      ? `\nEvery variation of "${experiment.key}" is ready in every language.`
      : `\n${findings.length} findings. Nobody takes part in a language where a variation is not ready.`,
  );
  if (findings.length > 0) process.exitCode = 1;
}

/** The only arguments of `npm run check` with an experiment. */
const usage = {
  name: 'check',
  summary: 'Renders and weighs every variation of an experiment, as if it were live; needs a build.',
  calls: { '--experiment <key>': 'exit code 1 when one variation is not ready anywhere' },
  options: { experiment: { type: 'string', value: '<key>', does: 'the experiment, by the name of its file' } },
  positionals: 0,
} as const;

function findingAt(
  { variation, variant, document, redirects, locale }: VariationCell,
  { file, variations }: ResolvedExperiment,
  source: ReturnType<typeof parseSource>,
  rule: string,
  message: string,
): Finding {
  const own = ['variations', variations.findIndex(({ key }) => key === variation)];
  const path = variant === document ? own : [...own, redirects ? 'redirect' : 'variant'];
  return {
    rule,
    severity: 'error',
    file,
    ...locateOffset(source.text, findOffset(source, { file, path })),
    path: formatPath(path),
    message: `The variation "${variation}" is not ready in "${locale}": ${message}`,
  };
}

/** Transferred bytes of the HTML, variation by language; `!` marks an unavailable variation. */
function formatTable(table: ReadonlyMap<string, readonly string[]>, site: Site): string {
  const { available } = site.config.locales;
  const width = Math.max(4, ...[...table.keys()].map((key) => key.length)) + 2;
  const line = (name: string, cells: readonly string[]): string =>
    name.padEnd(width) + cells.map((cell) => cell.padStart(9)).join('');
  return [line('variation', available), ...[...table].map(([name, cells]) => line(name, cells))].join('\n');
}
