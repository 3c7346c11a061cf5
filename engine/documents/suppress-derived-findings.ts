import type { Place, FindingDraft } from './place.ts';

/** A reported finding, and the number of findings that follow from it. */
export interface RootCause {
  readonly report: FindingDraft;
  readonly dependents: number;
}

/**
 * One finding per cause: findings that follow from another reported one are suppressed and counted with their cause,
 * or with the cause of their cause.
 */
export function suppressDerivedFindings(reports: readonly FindingDraft[]): readonly RootCause[] {
  const unique = gathered(withoutRepetitions(reports));
  const causes = findCauses(unique);
  const dependents = new Map<FindingDraft, number>();
  for (const report of causes.keys()) {
    const root = findRoot(report, causes);
    dependents.set(root, (dependents.get(root) ?? 0) + 1);
  }
  return unique
    .filter((report) => !causes.has(report))
    .map((report) => ({ report, dependents: dependents.get(report) ?? 0 }));
}

/** Several documents can contain the same mistake of a fragment or a base, which is fixed once. */
function withoutRepetitions(reports: readonly FindingDraft[]): readonly FindingDraft[] {
  const byMistake = new Map<string, FindingDraft>();
  for (const report of reports) {
    const { rule, place, mark, found, message } = report;
    const key = JSON.stringify([rule, place, mark ?? (found === undefined ? message : [found])]);
    if (!byMistake.has(key)) byMistake.set(key, report);
  }
  return [...byMistake.values()];
}

/** Reports of several places that have their cause elsewhere, as one report there. */
function gathered(reports: readonly FindingDraft[]): readonly FindingDraft[] {
  const causes = Map.groupBy(reports, ({ rule, together }) => (together ? `${rule} ${keyOf(together)}` : ''));
  causes.delete('');
  return reports.flatMap((report) => {
    const { rule, together } = report;
    const all = together === undefined ? [] : (causes.get(`${rule} ${keyOf(together)}`) ?? []);
    if (together === undefined || all.length < 2) return [report];
    const { found: _found, follows: _follows, ...rest } = report;
    return all[0] === report ? [{ ...rest, ...together, mark: 'together' }] : [];
  });
}

/** The report of a base's mistake among those that are reported. */
function inheritedCause({ inherits }: FindingDraft, reports: readonly FindingDraft[]): FindingDraft | undefined {
  if (inherits === undefined) return undefined;
  const key = keyOf(inherits);
  return reports.find((other) => other.rule === inherits.rule && keyOf(other) === key);
}

/** The cause that suppresses each report, if any. */
function findCauses(reports: readonly FindingDraft[]): ReadonlyMap<FindingDraft, FindingDraft> {
  const byFile = Map.groupBy(reports, ({ place }) => place.file);
  const causes = new Map<FindingDraft, FindingDraft>();
  const misshapen = new Map(reports.filter(isWrongValue).map((report) => [keyOf(report), report]));
  const invisible = new Map(
    reports.filter(({ rule }) => rule === 'invisible-character').map((report) => [keyOf(report), report]),
  );
  const covering = new Map(
    reports.flatMap((report) => (report.covers ?? []).map((place) => [keyOf({ place }), report] as const)),
  );
  /** Of mutual causes, one is reported. */
  const suppress = (report: FindingDraft, cause: FindingDraft | undefined): boolean => {
    if (cause === undefined || cause === report || findRoot(cause, causes) === report) return false;
    causes.set(report, cause);
    return true;
  };
  for (const report of reports) {
    if (suppress(report, findCover(report, covering))) continue;
    const shape = misshapen.get(keyOf(report));
    const unseen = invisible.get(keyOf(report));
    if (suppress(report, inheritedCause(report, reports))) continue;
    if (unseen !== undefined) suppress(report, unseen);
    else if (report.rule !== 'schema') suppress(report, shape);
    for (const place of report.follows ?? [])
      if (
        suppress(
          report,
          byFile.get(place.file)?.find((error) => isCause(error, report, place)),
        )
      )
        break;
  }
  return causes;
}

/** The report about a parent of another one's position. */
function findCover(report: FindingDraft, covering: ReadonlyMap<string, FindingDraft>): FindingDraft | undefined {
  if (covering.size === 0) return undefined;
  const { file, path } = report.place;
  for (let length = path.length; length > 0; length -= 1) {
    const cover = covering.get(keyOf({ place: { file, path: path.slice(0, length) } }));
    if (cover !== undefined && cover !== report) return cover;
  }
  return undefined;
}

/** Other rules may have more details about missing values. */
function isWrongValue({ rule, found, place }: FindingDraft): boolean {
  return rule === 'schema' && found !== undefined && place.path.length > 0;
}

/** A value with the wrong type, or with an invisible character, also fails other rules at the same position. */
function keyOf({ place: { file, path } }: Pick<FindingDraft, 'place'>): string {
  return JSON.stringify([file, path]);
}

function isCause(error: FindingDraft, report: FindingDraft, { path }: Place): boolean {
  return (
    error !== report &&
    // A warning does not suppress an error.
    (error.severity !== 'warning' || report.severity === 'warning') &&
    error.rule !== report.rule &&
    path.every((segment, index) => error.place.path[index] === segment)
  );
}

function findRoot(report: FindingDraft, causes: ReadonlyMap<FindingDraft, FindingDraft>): FindingDraft {
  const cause = causes.get(report);
  return cause === undefined ? report : findRoot(cause, causes);
}
