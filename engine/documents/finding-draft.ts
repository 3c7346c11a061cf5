import type { Finding, Severity } from '#engine/shared/finding.ts';
import type { SourceLocation } from './source-location.ts';

/** An insertion or replacement that is safe without confirmation, addressed by path. */
export interface PropertyFix {
  /** File and path of the object for the property. */
  readonly object: SourceLocation;
  readonly key: string;
  readonly value: string;
}

/** A new name for the property at a position. */
export interface RenameFix {
  readonly property: SourceLocation;
  readonly name: string;
}

/** A replacement for a string. */
export interface StringFix {
  readonly string: SourceLocation;
  readonly text: string;
}

/** A name that documents use and that does not exist. */
export interface MissingName {
  /** Unique among all kinds of names, such as `pages/about-us` or `link:login`. */
  readonly name: string;
  /** Where the cause is if many places use the name, such as a file that was renamed. */
  readonly cause?: { readonly location: SourceLocation; readonly message: string } | undefined;
}

/** What several findings have in common. */
export interface CommonFinding extends Pick<FindingDraft, 'location' | 'message' | 'expected' | 'follows'> {
  /** What this one of them is about, such as a variant; the message is followed by all of these names. */
  readonly name?: string;
}

/** What a rule finds; `toFinding` adds line and column, rule id and severity. */
export interface FindingDraft {
  readonly location: SourceLocation;
  readonly message: string;
  readonly expected?: string;
  readonly found?: unknown;
  readonly suggestion?: string;
  readonly fix?: PropertyFix | RenameFix | StringFix;
  /** Distinguishes findings of one rule at one location, if neither `found` nor the message does. */
  readonly mark?: string;
  /** Locations of possible causes: an error there, or inside, suppresses this finding. */
  readonly follows?: readonly SourceLocation[];
  /** Superfluous parts: all findings inside of them are consequences. */
  readonly covers?: readonly SourceLocation[];
  /** What several findings with the same location here have in common: one finding of it replaces them. */
  readonly together?: CommonFinding;
  /** A name that does not exist: all findings about it are one. */
  readonly missing?: MissingName | undefined;
  /** Path that a misnamed file should have, or its folder with a slash at the end: findings that miss it follow from this one. */
  readonly meant?: string;
  /** For rules with both severities; by default the rule's own. */
  readonly severity?: Severity;
}

/** A finding with its rule. */
export interface RuleFinding extends FindingDraft {
  readonly rule: string;
  /** Id of its block; absent for the document as a whole. */
  readonly block?: string;
  /** The same mistake in the base, which a variant inherits. */
  readonly inherits?: RuleFinding;
}

/** Sorts findings by file, position, rule, as in every list. */
export function compareFindings(a: Finding, b: Finding): number {
  return (
    compareText(a.file, b.file) ||
    a.line - b.line ||
    a.column - b.column ||
    compareText(a.rule, b.rule) ||
    compareText(a.message, b.message)
  );
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
