import { showInvisible } from '#engine/shared/characters.ts';
import type { Finding, TextEdit } from '#engine/shared/finding.ts';
import { insertProperty, renameProperty, replaceString } from './edit-property.ts';
import { type RootCause, suppressDerivedFindings } from './suppress-derived-findings.ts';
import { findOffset, locateOffset } from './locate.ts';
import { writtenPath } from './migrations/written-names.ts';
import { type RuleFinding, compareFindings } from './finding-draft.ts';
import { formatPath } from './source-location.ts';
import type { Source } from './source.ts';

/** Adds line and column to findings, one per cause, sorted by file and position. */
export function toFindings(findings: readonly RuleFinding[], sources: ReadonlyMap<string, Source>): readonly Finding[] {
  return suppressDerivedFindings(findings)
    .map((cause) => toFinding(cause, sources))
    .toSorted(compareFindings);
}

function toFinding({ finding, dependents }: RootCause, sources: ReadonlyMap<string, Source>): Finding {
  const { rule, location, message, expected, found, suggestion, fix } = finding;
  const source = sources.get(location.file);
  const offset = location.offset ?? (source === undefined ? 0 : findOffset(source, location));
  return Object.freeze({
    rule,
    severity: finding.severity ?? 'error',
    file: location.file,
    ...(location.line === undefined ? locateOffset(source?.text ?? '', offset) : { line: location.line, column: 1 }),
    path: formatPath(writtenPath(source?.value, location.path)),
    message: showInvisible(message),
    expected: expected && showInvisible(expected),
    found: found === undefined ? undefined : showInvisible(JSON.stringify(found)),
    suggestion,
    ...(dependents > 0 && { dependents }),
    fix: fix && toEdit(fix, sources),
  });
}

function toEdit(fix: NonNullable<RuleFinding['fix']>, sources: ReadonlyMap<string, Source>): TextEdit | undefined {
  if ('property' in fix) {
    const source = sources.get(fix.property.file);
    return source === undefined ? undefined : renameProperty(source, fix.property.path, fix.name);
  }
  if ('string' in fix) {
    const source = sources.get(fix.string.file);
    return source === undefined ? undefined : replaceString(source, fix.string.path, fix.text);
  }
  const source = sources.get(fix.object.file);
  return source === undefined ? undefined : insertProperty(source, fix.object.path, fix.key, fix.value);
}
