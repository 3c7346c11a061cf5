import { buildExperiments } from '#engine/documents/build-experiments.ts';
import { findOffset, locateOffset } from '#engine/documents/locate.ts';
import type { SourceLocation } from '#engine/documents/source-location.ts';
import type { Project } from '#engine/documents/project.ts';
import { readProject } from '#engine/documents/read-project.ts';
import { getProject, resolve } from '#engine/documents/resolve.ts';
import type { ResolvedExperiment } from '#engine/documents/types.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { type Output, standardOutput } from '../output.ts';
import { printFindings } from '../print-findings.ts';
import { readArguments, UsageError } from '../usage.ts';
import { readHeadWindow, type WindowUse } from '#engine/documents/window-uses.ts';
import { type ScheduledChange, readSchedule } from '#engine/documents/read-schedule.ts';
import { listClosedVariations, formatGap } from './collisions.ts';
import { localDeployment } from '../local-deployment.ts';

export const usage = {
  name: 'calendar',
  summary: 'Says when windows open and close, countdowns and claims end, and which experiments run.',
  calls: { '': 'what is to come, with gaps and overlaps of windows' },
  options: {
    zone: { type: 'string', value: 'Europe/Stockholm', does: 'all times in one zone; each in its own when left out' },
    past: { type: 'boolean', default: false, does: 'also what is over' },
    at: { type: 'string', value: '2026-11-27T00:00Z', does: 'the moment that counts as now, ISO 8601' },
  },
  positionals: 0,
} as const;

/** `npm run calendar` (N11). */
export async function run(args: readonly string[], root: string, output: Output = standardOutput): Promise<number> {
  const { values } = readArguments(usage, args);
  const now = values.at === undefined ? Date.now() : readMoment(values.at);
  const formatWallTime = wallReader(values.zone);
  const result = resolve({ ...(await readProject(root)), deployment: localDeployment, journeys });
  if (!result.ok) {
    printFindings(result.findings.filter(({ severity }) => severity === 'error'));
    return 1;
  }
  const project = getProject(result);
  const { changes, gaps } = readSchedule(project);
  const experiments = buildExperiments(project.written.values());
  const windows = listDocumentWindows(project);
  const shown = changes.filter(({ at }) => values.past || at > now);
  const marks = [...gaps.map(formatGap), ...experiments.flatMap((one) => listClosedVariations(one, windows, now))];
  const parts = [
    shown.map((one) => formatChange(one, formatWallTime, project, now)),
    experiments.filter(({ status }) => status === 'live').map(formatExperiment),
    marks,
  ].filter((part) => part.length > 0);
  output.write(`${parts.map((part) => part.join('\n')).join('\n\n')}\n`);
  if (parts.length === 0) output.write('Nothing is to come, and no experiment runs.\n');
  return 0;
}

function listDocumentWindows({ expanded }: Project): ReadonlyMap<string, WindowUse> {
  const slots = [...expanded.values()].flatMap((document) => {
    const slot = readHeadWindow(document);
    return slot === null ? [] : [[document.id, slot] as const];
  });
  return new Map(slots);
}

type FormatWallTime = (change: ScheduledChange) => string;

function formatChange(one: ScheduledChange, wallOf: FormatWallTime, project: Project, now: number): string {
  const over = one.at <= now ? ' (over)' : '';
  return `${wallOf(one).padEnd(34)}${one.what.padEnd(12)}${one.who}${over}  ${formatPosition(one.location, project)}`;
}

function formatPosition(location: SourceLocation, { sources }: Project): string {
  const source = sources.find(({ file }) => file === location.file);
  if (source === undefined) return location.file;
  const { line, column } = locateOffset(source.text, findOffset(source, location));
  return `${location.file}:${line}:${column}`;
}

function formatExperiment({ key, document, variations }: ResolvedExperiment): string {
  return `${'now'.padEnd(34)}${'experiment'.padEnd(12)}${key} on ${document}: ${variations.map((variation) => variation.key).join(', ')}`;
}

/** @throws UsageError for an unknown time zone */
function wallReader(zone: string | undefined): FormatWallTime {
  if (zone === undefined) return ({ wall, zone: own }) => `${wall.replace('T', ' ')} ${own}`;
  const format = formatIn(zone);
  // A date without zone is the same everywhere.
  return ({ at, wall, zone: own }) => (own === '' ? wall : `${format.format(at)} ${zone}`);
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  } catch (cause) {
    throw new UsageError(`"${timeZone}" is not a time zone. Write an IANA name such as "Europe/Berlin".`, { cause });
  }
}

function readMoment(text: string): number {
  const moment = Date.parse(text);
  if (!Number.isNaN(moment)) return moment;
  throw new UsageError(`"${text}" is not a moment. Write ISO 8601, such as "2026-11-27T00:00Z".`);
}
