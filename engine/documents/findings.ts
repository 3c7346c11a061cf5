import { showInvisible } from '#engine/shared/characters.ts';
import type { Finding, TextEdit } from '#engine/shared/finding.ts';
import { insertProperty, renameProperty, replaceString } from './edit-property.ts';
import { type RootCause, suppressDerivedFindings } from './suppress-derived-findings.ts';
import { findOffset, positionAt } from './locate.ts';
import { writtenPath } from './migrations/written-names.ts';
import { type FindingDraft, compareFindings, formatPath } from './place.ts';
import type { Source } from './source.ts';

/** Turns reports into findings with line and column, one per cause, sorted by file and position. */
export function toFindings(reports: readonly FindingDraft[], sources: ReadonlyMap<string, Source>): readonly Finding[] {
  return suppressDerivedFindings(reports)
    .map((cause) => toFinding(cause, sources))
    .toSorted(compareFindings);
}

function toFinding({ report, dependents }: RootCause, sources: ReadonlyMap<string, Source>): Finding {
  const { rule, place, message, expected, found, suggestion, fix } = report;
  const source = sources.get(place.file);
  const offset = place.offset ?? (source === undefined ? 0 : findOffset(source, place));
  return Object.freeze({
    rule,
    severity: report.severity ?? 'error',
    file: place.file,
    ...positionAt(source?.text ?? '', offset),
    path: formatPath(writtenPath(source?.value, place.path)),
    message: showInvisible(message),
    expected: expected && showInvisible(expected),
    found: found === undefined ? undefined : showInvisible(JSON.stringify(found)),
    suggestion,
    ...(dependents > 0 && { dependents }),
    fix: fix && toEdit(fix, sources),
  });
}

function toEdit(fix: NonNullable<FindingDraft['fix']>, sources: ReadonlyMap<string, Source>): TextEdit | undefined {
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
