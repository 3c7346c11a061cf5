import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { suggestName } from '#engine/shared/suggest-name.ts';
import { UserError } from '#engine/shared/errors.ts';
import { formatText } from '#engine/cli/check/format-text.ts';
import { findExperiment } from '#engine/cli/find-experiment.ts';
import { UsageError } from '#engine/cli/usage.ts';
import { type ChangedPage, describePages } from '#engine/documents/end-experiment/changed-pages.ts';
import { type Ended, planConclusion } from '#engine/documents/end-experiment/plan-conclusion.ts';
import { writePatch } from '#engine/documents/end-experiment/patch.ts';
import { listPaths } from '#engine/documents/list-paths.ts';
import { resolve } from '#engine/documents/resolve.ts';
import type { ResolvedExperiment } from '#engine/documents/types.ts';
import { root } from '#server/platform/paths.ts';
import { createProjectSource } from '#server/site/store/project-source.ts';
import { toUserError, requireSettings } from '../run-command.ts';

interface EndCall {
  readonly key: string;
  /** Key of the promoted variation; absent to retire the experiment. */
  readonly winner?: string;
  /** Dry run. */
  readonly isDry: boolean;
  /** The user has confirmed changes of other pages. */
  readonly adapts: boolean;
}

/** Asks the user; `false` without a terminal. */
type Ask = (question: string) => Promise<boolean>;

/**
 * `npm run experiment -- promote <key> <variation>` and `retire <key>` (N4): concludes an experiment in the files of this checkout; Git
 * holds the previous state.
 *
 * @param at the project's root
 * @throws UserError for errors in documents, or when the experiment cannot be concluded this way; nothing is written then
 */
export async function end(
  { key, winner, isDry, adapts }: EndCall,
  at: string = root,
  ask: Ask = askOnTerminal,
): Promise<void> {
  const input = await createProjectSource(at, requireSettings())();
  const before = resolve(input);
  if (!before.ok) throw toUserError(before.findings);
  const experiment = findExperiment(key, before.site.experiments);
  const ending = { experiment, ...(winner !== undefined && { winner: parseVariation(experiment, winner) }) };
  const ended = planConclusion(input, before, ending);
  if (!ended.ok) throw createRefusal(ended.findings);

  if (!isDry && !adapts) await requireLook(ended.changedPages, ask);
  const images = await otherwiseUnused(ended.images, at);
  if (isDry) console.log(writePatch(input.layers[0]?.files ?? new Map(), ended.files));
  else await write(ended.files, images, at);
  for (const line of summary(ended, images, isDry)) console.log(line);
}

function parseVariation({ key, variations }: ResolvedExperiment, winner: string): string {
  if (variations.some((variation) => variation.key === winner)) return winner;
  const keys = variations.map((variation) => variation.key);
  const meant = winner === '' ? undefined : suggestName(winner, keys);
  throw new UsageError(
    [
      winner === '' ? 'Name the variation that has won.' : `The experiment "${key}" has no variation "${winner}".`,
      ...(meant === undefined ? [] : [`Did you mean "${meant}"?`]),
      `Its variations are ${keys.join(', ')}.`,
    ].join(' '),
  );
}

function createRefusal(findings: Extract<Ended, { ok: false }>['findings']): UserError {
  return new UserError(
    [
      'Nothing was written: the experiment cannot be ended so.',
      ...findings.map((finding) => formatText(finding, false)),
    ].join('\n\n'),
  );
}

/** Changed pages that were not part of the test need a confirmation. */
async function requireLook(pages: readonly ChangedPage[], ask: Ask): Promise<void> {
  if (pages.length === 0) return;
  const lines = [`${OTHER_PAGES}:`, ...describePages(pages), ''];
  if (await ask([...lines, 'Shall they? [y/N] '].join('\n'))) return;
  throw new UserError(
    [...lines, 'Nothing was written. When they look as they should, call again with --adapt.'].join('\n'),
  );
}

const OTHER_PAGES = 'Other pages are based on this one and look different, too';

async function askOnTerminal(question: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(?:es)?$/i.test((await terminal.question(question)).trim());
  } finally {
    terminal.close();
  }
}

/** Images that code, mails and block examples do not use either. */
async function otherwiseUnused(images: readonly string[], at: string): Promise<readonly string[]> {
  if (images.length === 0) return [];
  const files = listPaths(at, '{blocks,journeys,server,engine}/**/*.{json,ts,tsx,css}');
  const texts = await Promise.all(files.map((file) => readFile(join(at, file), 'utf8')));
  return images.filter((image) => !texts.some((text) => text.includes(image)));
}

async function write(files: ReadonlyMap<string, string | null>, images: readonly string[], at: string): Promise<void> {
  for (const [file, text] of files) {
    const path = join(at, file);
    if (text === null) await rm(path);
    else {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }
  }
  for (const image of images) await rm(join(at, image));
}

function* summary(
  { files, changedPages, retained }: Extract<Ended, { ok: true }>,
  images: readonly string[],
  isDry: boolean,
): Generator<string> {
  const would = isDry ? 'would be' : 'is';
  for (const [file, text] of files) yield `${file} ${would} ${text === null ? 'gone' : 'written'}.`;
  for (const image of images) yield `${image} ${would} gone: no document shows it any more.`;
  for (const { document, namedBy } of retained) yield `"${document}" stays, because "${namedBy}" names it.`;
  if (changedPages.length > 0) yield `${OTHER_PAGES}:`;
  yield* describePages(changedPages);
  yield isDry
    ? 'Nothing was written.'
    : 'Run "npm run check", look at it with "git diff" and commit it. Codes that name a landing which is gone lead where those lead that name none.';
}
