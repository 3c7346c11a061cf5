import type { RuleFinding } from './finding-draft.ts';
import type { SourceLocation } from './source-location.ts';

/** A reported finding, and the number of findings that follow from it. */
export interface RootCause {
  readonly finding: RuleFinding;
  readonly dependents: number;
}

/**
 * One finding per cause: findings that follow from another reported one are suppressed and counted with their cause,
 * or with the cause of their cause.
 */
export function suppressDerivedFindings(findings: readonly RuleFinding[]): readonly RootCause[] {
  const unique = gatherNames(gathered(withoutRepetitions(findings)));
  const causes = findCauses(unique);
  const dependents = new Map<RuleFinding, number>();
  for (const finding of causes.keys()) {
    const root = findRoot(finding, causes);
    dependents.set(root, (dependents.get(root) ?? 0) + 1);
  }
  return unique
    .filter((finding) => !causes.has(finding))
    .map((finding) => ({ finding, dependents: dependents.get(finding) ?? 0 }));
}

/** Several documents can contain the same mistake of a fragment or a base, which is fixed once. */
function withoutRepetitions(findings: readonly RuleFinding[]): readonly RuleFinding[] {
  const byMistake = new Map<string, RuleFinding>();
  for (const finding of findings) {
    const { rule, location, mark, found, message } = finding;
    const key = JSON.stringify([rule, location, mark ?? (found === undefined ? message : [found])]);
    const known = byMistake.get(key);
    if (known === undefined || !maySuppress(known, finding)) byMistake.set(key, finding);
  }
  return [...byMistake.values()];
}

/** A warning suppresses no error. */
const maySuppress = (cause: RuleFinding, finding: RuleFinding): boolean =>
  cause.severity !== 'warning' || finding.severity === 'warning';

/** Findings in several locations that have their cause elsewhere, as one finding there. */
function gathered(findings: readonly RuleFinding[]): readonly RuleFinding[] {
  const causes = Map.groupBy(findings, ({ rule, together }) => (together ? `${rule} ${toKey(together)}` : ''));
  causes.delete('');
  const warnings = new Map(
    findings.flatMap((finding) =>
      finding.severity === 'warning' && finding.together === undefined ? [[toKey(finding), finding] as const] : [],
    ),
  );
  const joined = new Set<RuleFinding>();
  const all = findings.flatMap((finding): readonly RuleFinding[] => {
    const { rule, together } = finding;
    const same = together === undefined ? [] : (causes.get(`${rule} ${toKey(together)}`) ?? []);
    // What is wrong with a new value is said together with what follows from it.
    const warning = together && warnings.get(toKey(together));
    if (together === undefined || (same.length < 2 && warning === undefined)) return [finding];
    if (warning !== undefined) joined.add(warning);
    const { found: _found, follows: _follows, ...rest } = finding;
    const severity = same.some((each) => each.severity !== 'warning') ? 'error' : 'warning';
    return same[0] === finding
      ? [{ ...rest, ...together, message: nameAll(same, warning), severity, mark: 'together' }]
      : [];
  });
  return all.filter((finding) => !joined.has(finding));
}

/** The common message, after that of a warning at the place, and followed by what each of the findings is about. */
function nameAll(findings: readonly RuleFinding[], warning: RuleFinding | undefined): string {
  const names = new Set(findings.flatMap(({ together }) => together?.name ?? []));
  return [
    ...(warning === undefined ? [] : [warning.message]),
    findings[0]?.together?.message,
    ...(names.size === 0 ? [] : [`${[...names].join(', ')}.`]),
  ].join(' ');
}

/** So many places do not misspell a name in the same way: it was renamed. */
const MANY = 3;
const MAX_FILES = 5;

/** Findings about one missing name, as one at the cause or at the first place, which names the files of the others. */
function gatherNames(findings: readonly RuleFinding[]): readonly RuleFinding[] {
  const groups = Map.groupBy(findings, ({ missing }) => missing?.name);
  return findings.flatMap((finding) => {
    const { missing } = finding;
    const [first, ...others] = (missing && groups.get(missing.name)) ?? [];
    if (missing === undefined || others.length === 0) return [finding];
    if (finding !== first) return [];
    const cause = others.length + 1 < MANY ? undefined : missing.cause;
    const files = [
      ...new Set((cause === undefined ? others : [first, ...others]).map(({ location }) => location.file)),
    ];
    const more = files.length > MAX_FILES ? ` and ${files.length - MAX_FILES} more files` : '';
    const list = `${files.slice(0, MAX_FILES).join(', ')}${more}`;
    const places = others.length === 1 ? 'One more place names' : `${others.length} more places name`;
    const { fix: _fix, ...rest } = first;
    return [
      {
        ...rest,
        ...(cause === undefined ? { message: `${first.message} ${places} it: ${list}.` } : cause),
        ...(cause !== undefined && { message: `${cause.message} It is named in ${list}.` }),
        found: cause === undefined ? (first.found ?? missing.name) : missing.name,
        covers: [first, ...others].map(({ location }) => location),
      },
    ];
  });
}

/** The finding of a mistake of the base among those that are reported. */
function inheritedCause({ inherits }: RuleFinding, findings: readonly RuleFinding[]): RuleFinding | undefined {
  if (inherits === undefined) return undefined;
  const key = toKey(inherits);
  return findings.find((other) => other.rule === inherits.rule && toKey(other) === key);
}

/** The cause that suppresses each finding, if any. */
function findCauses(findings: readonly RuleFinding[]): ReadonlyMap<RuleFinding, RuleFinding> {
  const byFile = Map.groupBy(findings, ({ location }) => location.file);
  const causes = new Map<RuleFinding, RuleFinding>();
  const misnamed = findings.filter(({ meant }) => meant !== undefined);
  const misshapen = new Map(findings.filter(isWrongValue).map((finding) => [toKey(finding), finding]));
  const invisible = new Map(
    findings.filter(({ rule }) => rule === 'invisible-character').map((finding) => [toKey(finding), finding]),
  );
  const covering = new Map(
    findings.flatMap((finding) => (finding.covers ?? []).map((location) => [toKey({ location }), finding] as const)),
  );
  const duplicated = new Map(findings.filter(isDuplicateKey).map((finding) => [toObjectKey(finding), finding]));
  /** Of mutual causes, one is reported. */
  const suppress = (finding: RuleFinding, cause: RuleFinding | undefined): boolean => {
    if (cause === undefined || cause === finding || findRoot(cause, causes) === finding) return false;
    if (!maySuppress(cause, finding)) return false;
    causes.set(finding, cause);
    return true;
  };
  for (const finding of findings) {
    if (suppress(finding, findCover(finding, covering)) || suppress(finding, findMisnamed(finding, misnamed))) continue;
    if (suppress(finding, findDuplicateKey(finding, duplicated))) continue;
    const shape = misshapen.get(toKey(finding));
    const unseen = invisible.get(toKey(finding));
    if (suppress(finding, inheritedCause(finding, findings))) continue;
    if (unseen !== undefined) suppress(finding, unseen);
    else if (finding.rule !== 'schema') suppress(finding, shape);
    for (const location of [...(finding.follows ?? []), ...renamedFiles(finding)])
      if (
        suppress(
          finding,
          byFile.get(location.file)?.find((error) => isCause(error, finding, location)),
        )
      )
        break;
  }
  return causes;
}

/** A file that seems to have the missing name may have a finding of its own about its name. */
const renamedFiles = ({ missing }: RuleFinding): readonly SourceLocation[] =>
  missing?.cause?.location.path.length === 0 ? [missing.cause.location] : [];

/** A key of an object; syntax errors are those of the whole file. */
const isDuplicateKey = ({ rule, location }: RuleFinding): boolean => rule === 'json' && location.path.length > 0;

const toObjectKey = ({ location: { file, path } }: RuleFinding): string =>
  toKey({ location: { file, path: path.slice(0, -1) } });

/** A key that is there twice, in the object that lacks another one: one of the two was to have that name. */
function findDuplicateKey(finding: RuleFinding, duplicated: ReadonlyMap<string, RuleFinding>): RuleFinding | undefined {
  if (duplicated.size === 0 || isDuplicateKey(finding)) return undefined;
  const lacking = [finding.location, ...(finding.missing?.cause ? [finding.missing.cause.location] : [])];
  return lacking.map((location) => duplicated.get(toKey({ location }))).find((cause) => cause !== undefined);
}

/** The finding about the file that another one misses, under another name. */
function findMisnamed(finding: RuleFinding, misnamed: readonly RuleFinding[]): RuleFinding | undefined {
  if (misnamed.length === 0 || !/^unknown-|^missing-|^experiment-/.test(finding.rule)) return undefined;
  const { found, expected = '', missing } = finding;
  const name = (missing?.name ?? (typeof found === 'string' ? found : '')).replace(/[?#].*/s, '');
  const files = [name, `pages-config/${name}.json`, `pages-config/experiments/${name}.json`, ...expected.split(', ')];
  return misnamed.find(({ meant = '' }) =>
    files.some((file) => {
      const [wanted, own] = [meant.toLowerCase(), file.toLowerCase()];
      return wanted.endsWith('/') ? own.startsWith(wanted) : own === wanted;
    }),
  );
}

/** The finding about a parent of the location of another one. */
function findCover(finding: RuleFinding, covering: ReadonlyMap<string, RuleFinding>): RuleFinding | undefined {
  if (covering.size === 0) return undefined;
  const { file, path } = finding.location;
  for (let length = path.length; length >= 0; length -= 1) {
    const cover = covering.get(toKey({ location: { file, path: path.slice(0, length) } }));
    if (cover !== undefined && cover !== finding && maySuppress(cover, finding)) return cover;
  }
  return undefined;
}

/** Other rules may have more details about missing values. */
function isWrongValue({ rule, found, location }: RuleFinding): boolean {
  return rule === 'schema' && found !== undefined && location.path.length > 0;
}

/** A value with the wrong type, or with an invisible character, also fails other rules at the same position. */
function toKey({ location: { file, path } }: Pick<RuleFinding, 'location'>): string {
  return JSON.stringify([file, path]);
}

function isCause(error: RuleFinding, finding: RuleFinding, { path }: SourceLocation): boolean {
  return (
    error !== finding &&
    maySuppress(error, finding) &&
    error.rule !== finding.rule &&
    path.every((segment, index) => error.location.path[index] === segment)
  );
}

function findRoot(finding: RuleFinding, causes: ReadonlyMap<RuleFinding, RuleFinding>): RuleFinding {
  const cause = causes.get(finding);
  return cause === undefined ? finding : findRoot(cause, causes);
}
