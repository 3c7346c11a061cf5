import { readSchedule, type ScheduledChange } from '#engine/documents/read-schedule.ts';
import { findOffset, locateOffset } from '#engine/documents/locate.ts';
import { findProject } from '#engine/documents/resolve.ts';
import type { Site } from '#engine/documents/types.ts';
import type { StaffTranslator } from '#server/admin/staff-translator.ts';
import { type ContentNames, nameContent } from '#server/admin/pages/content/model/name-content.ts';
import type { SystemStatus, NamedMoment } from '#server/admin/pages/system-status/system-status.ts';
import type { Retention } from '#server/platform/database/retention.ts';
import type { SiteStatus } from '#server/site/store/site-store.ts';

/** State that only a running server has. */
export interface ObservedServer {
  readonly siteStatus: () => SiteStatus;
  /** Consecutive failed error reports. */
  readonly lostReports: () => number;
}

export interface RunningSystemStatus extends SystemStatus {
  /** Called once by the server of this process. */
  follow(server: ObservedServer): void;
  /** Result of an export of exposures: the error, or `null`. */
  exported(failure: string | null): void;
}

/** Combines the state of the site, the server and maintenance in this process; a command has no server and no site. */
export function createSystemStatus(
  documents: () => Site | null,
  { failing }: Pick<Retention, 'failing'>,
  driftedFiles: SystemStatus['driftedFiles'],
): RunningSystemStatus {
  let server: ObservedServer | null = null;
  let failedExport: string | null = null;
  let read: { readonly site: Site; readonly moments: readonly NamedMoment[] } | null = null;
  return {
    follow(followed) {
      server = followed;
    },
    exported(failure) {
      failedExport = failure;
    },
    documents() {
      const status = server?.siteStatus();
      const refused = status?.refused ?? null;
      return { isRefused: refused !== null, findings: refused?.findings ?? status?.warnings ?? [] };
    },
    moments() {
      const site = documents();
      if (site === null) return [];
      if (read?.site !== site) read = { site, moments: listMoments(site) };
      return read.moments;
    },
    failedRules: failing,
    failedExport: () => failedExport,
    lostReports: () => server?.lostReports() ?? 0,
    driftedFiles,
  };
}

function listMoments(site: Site): readonly NamedMoment[] {
  const project = findProject(site);
  if (project === null) return [];
  const content = { documents: project.written, expanded: project.expanded, texts: project.references.texts };
  return readSchedule(project).changes.map((change) => {
    const { at, what, wall, zone, location } = change;
    const source = project.sources.find(({ file }) => file === location.file);
    const { line, column } =
      source === undefined ? { line: 1, column: 1 } : locateOffset(source.text, findOffset(source, location));
    return {
      at,
      what,
      name: (t) => nameChange(t, nameContent(t, content), change),
      wall: `${wall.replace('T', ' ')} ${zone}`.trim(),
      place: `${location.file}:${line}:${column}`,
    };
  });
}

function nameChange(t: StaffTranslator, names: ContentNames, change: ScheduledChange): string {
  const { claim, coverage } = change;
  const owner = claim === undefined ? names.place(change) : names.claim(claim);
  return typeof coverage === 'number' ? `${owner}: ${t.percent(coverage)}` : owner;
}
