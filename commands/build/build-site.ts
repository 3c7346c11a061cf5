import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '#engine/shared/finding.ts';
import { StoredCheckCache } from '#engine/cli/check/stored-check-cache.ts';
import { formatText } from '#engine/cli/check/format-text.ts';
import { publishAssets, writeWhole } from '#engine/compile/assets/asset-lists.ts';
import { prepareAssets, type PrepareInput } from '#engine/compile/assets/prepare.ts';
import { inspectFonts } from '#engine/compile/assets/inspect-fonts.ts';
import { inspectImages } from '#engine/compile/assets/inspect-images.ts';
import { rememberAssets } from '#engine/compile/assets/remembered-assets.ts';
import type { ResolveResult, Site } from '#engine/documents/types.ts';
import { pageWeight } from '#engine/documents/rules/page-weight/rule.ts';
import { resolve } from '#engine/documents/resolve.ts';
import {
  type BuildRecord,
  readBuildRecord,
  getReleaseFolder,
  writeBuildRecord,
} from '#server/platform/build-record.ts';
import { paths, root } from '#server/platform/paths.ts';
import { isProduction, type Settings } from '#server/platform/settings/read-settings.ts';
import { createProjectSource } from '#server/site/store/project-source.ts';
import { findCrossing } from '../find-crossing.ts';
import { toUserError, requireSettings } from '../run-command.ts';
import { deleteOldReleases, nameRelease } from '../releases.ts';
import { runStep } from '../steps.ts';
import { hashCode, hashCodeFiles, hashDeployment, hashInputs, hashPhases } from './build-inputs.ts';
import { buildPages } from './build-pages.ts';
import { BEST, compressAssets, QUICK } from './compress-assets.ts';
import { startTask } from './build-task.ts';
import { hasCode, reuseCode } from './reuse-code.ts';

type Laziness = Pick<PrepareInput, 'later'>;

/**
 * Builds unless nothing changed since the last build; another base path or other settings count as changes. For a demo site, missing images
 * and link previews are left to the server, because encoding takes ten times as long as the rest.
 */
export async function buildIfStale(): Promise<void> {
  const settings = requireSettings();
  const [record, inputs] = await Promise.all([readBuildRecord(), hashInputs()]);
  const isMadeHere = record?.deployment === hashDeployment(settings);
  if (record?.inputs === inputs && isMadeHere) return;
  if (record?.inputs === inputs)
    console.log('\n  The last build was made for another base path or other settings of pages: pages are made anew.');
  await build({ later: settings.mode === 'demo' });
}

/** As `build`, unless the last build was the same; a start may have left its images to the server. */
export async function buildIfChanged(): Promise<void> {
  const [record, last] = await Promise.all([describeBuild(buildSettings(), false), readBuildRecord()]);
  const isSame = last !== null && isDeepStrictEqual({ ...record, release: last.release }, last);
  if (isSame && (await isWhole(last))) console.log('\n  Nothing changed since the last build; --force repeats it.\n');
  else await build();
}

/** Whether the files of a build exist: they may be deleted without its record. */
async function isWhole(record: BuildRecord): Promise<boolean> {
  const folder = getReleaseFolder(record);
  return (await hasCode(folder)) && [folder.pages, folder.images, paths.pageWeights].every(existsSync);
}

/**
 * Builds everything for `serve`, in a new folder: running servers keep theirs.
 * @throws UserError for an invalid setting, schema or document; then the last valid build stays (D7)
 */
export async function build({ later = false }: Laziness = {}): Promise<void> {
  const settings = buildSettings();
  const described = await describeBuild(settings, later);
  const record = { ...described, release: nameRelease(described.buildId, Date.now()) };
  console.log('\n  Building\n');
  const { site, pending, heavy } = await buildInParallel(record, settings, later);
  await deleteOldReleases(Date.now());
  console.log(summary(site, pending));
  for (const finding of heavy) console.log(`${formatText(finding, false)}\n`);
}

/** Hashes of everything that decides what a build writes. */
async function describeBuild(settings: Settings, later: boolean): Promise<Omit<BuildRecord, 'release'>> {
  const [inputs, buildId, files, phases] = await Promise.all([hashInputs(), hashCode(), hashCodeFiles(), hashPhases()]);
  const code = `${files} ${later ? QUICK : BEST}`;
  return { inputs, buildId, code, phases, deployment: hashDeployment(settings), pages: chooseCompression(settings) };
}

/** A build needs neither the secret nor the origin of production: it encrypts nothing, sends no mail, and pages are independent of the origin. */
function buildSettings(): Settings {
  const { SECRET = 'No build seals anything with this text.', SMTP_URL, MAIL = 'none' } = process.env;
  const isAnywhere = isProduction(process.env) && !process.env['PUBLIC_ORIGIN'];
  return requireSettings({
    ...process.env,
    SECRET,
    ...(!SMTP_URL && { MAIL }),
    ...(isAnywhere && { PUBLIC_ORIGIN: 'https://build.invalid' }),
  });
}

const weighed = (result: ResolveResult): readonly Finding[] =>
  result.ok ? result.warnings.filter(({ rule }) => rule === pageWeight.id) : [];

interface Made {
  readonly site: Site;
  /** Number of files left to the server. */
  readonly pending: number;
  /** Findings about pages over their budgets. */
  readonly heavy: readonly Finding[];
}

/** Checks schemas and builds code in separate processes; neither depends on documents. */
async function buildInParallel(record: BuildRecord, settings: Settings, later: boolean): Promise<Made> {
  const folder = join(paths.releases, record.release);
  const last = await readBuildRecord();
  const before = last !== null && (await hasCode(getReleaseFolder(last))) ? last : null;
  const schemas = startTask('engine/cli/main.ts', ['gen', '--check', '--complete'], 'Nothing was built.');
  const code =
    before !== null && before.code === record.code
      ? reuseCode(getReleaseFolder(before), getReleaseFolder(record))
      : startTask('commands/build/code.ts', [record.release], 'The code could not be built.');
  const checked = runStep('Schemas', () => schemas.done);
  const coded = runStep('Code', () => code.done);
  const halt = new AbortController();
  const beside = { checked, coded, before, signal: halt.signal };
  const made = buildRelease(record, settings, later, beside);
  try {
    const [result] = await Promise.all([made, checked, coded]);
    return result;
  } catch (error) {
    halt.abort();
    await code.stop();
    // Other failures may be caused by stale schemas, which are reported first.
    await checked;
    throw error;
  } finally {
    await Promise.allSettled([made]);
    // The previous build stays current.
    if (halt.signal.aborted) await rm(folder, { recursive: true, force: true });
  }
}

/** In production, the server does not recompress pages of the build; in demo mode that would take longer than the rest. */
const chooseCompression = ({ mode, pageCompression }: Settings): Settings['pageCompression'] =>
  mode === 'production' ? pageCompression : 'quick';

interface ParallelTasks {
  readonly checked: Promise<void>;
  readonly coded: Promise<void>;
  /** The current build. */
  readonly before: BuildRecord | null;
  readonly signal: AbortSignal;
}

async function buildRelease(
  record: BuildRecord,
  settings: Settings,
  later: boolean,
  { checked, coded, before, signal }: ParallelTasks,
): Promise<Made> {
  // Read only: `npm run check` stores it, with more parts.
  const checkCache = new StoredCheckCache(root);
  const { input, result } = await runStep('Documents and texts', async () => {
    const project = await inspectFonts(
      await inspectImages(root, await createProjectSource(root, settings)()),
      undefined,
      root,
    );
    const toResolve = { ...project, checkCache };
    return { input: toResolve, result: resolve(toResolve) };
  });
  if (!result.ok) throw toUserError(result.findings);
  const { site } = result;
  const places = { root, site, outDir: settings.assetsDir, cacheDir: paths.assetCache };
  const assets = await runStep('Images and fonts', (onProgress) =>
    prepareAssets({ ...places, later, signal, onProgress }),
  ).catch(async (error: unknown) => {
    const findings = await findCrossing(error, (crossing) => resolve({ ...input, crossing }, result));
    throw findings === null ? error : toUserError(findings);
  });
  await Promise.all([checked, coded]);
  const folder = getReleaseFolder(record);
  await writeWhole(folder.checked, JSON.stringify(checkCache.names));
  await rememberAssets({ file: folder.images, root, site }, assets);
  // Runs in zlib's threads, in parallel with the pages.
  const compressed =
    before?.code === record.code
      ? null
      : runStep('Compressed files', () => compressAssets(folder.client, later ? QUICK : BEST));
  const pages = runStep('Pages', (onProgress) =>
    buildPages({ site, record, before, assets: assets.manifest, effort: chooseCompression(settings) }, onProgress),
  );
  // Waits for all writers before the folder is deleted.
  for (const outcome of await Promise.allSettled([pages, compressed]))
    if (outcome.status === 'rejected') throw outcome.reason;
  const weights = await pages;
  await publishAssets(folder.client, settings.assetsDir, 'scripts');
  const hashes = Object.fromEntries([...site.documents].map(([id, { hash }]) => [id, hash]));
  await writeWhole(paths.pageWeights, JSON.stringify({ hashes, weights }));
  // It may have noted phases that went live.
  await writeBuildRecord({ ...record, phases: await hashPhases() });
  return { site, pending: assets.pending.length, heavy: weighed(resolve({ ...input, weights }, result)) };
}

function summary(site: Site, pending: number): string {
  const later = pending === 0 ? '' : ` ${pending} images are made while they are served.`;
  return `\n  ${site.documents.size} documents in ${site.config.locales.available.length} languages are ready.${later}\n`;
}
