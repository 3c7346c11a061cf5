import type { Severity } from '#engine/shared/finding.ts';
import type { ExpandedDocument } from '../inheritance/expander.ts';
import type { FindingDraft } from '../finding-draft.ts';
import type { PinnedValues } from '../pinned-values.ts';
import type { BlockUse, BoundUse, Project, UseReferences } from '../project.ts';
import type { Source } from '../source.ts';
import type { WrittenDocument } from '../written.ts';

/**
 * A check of documents. A rule has metadata and the hooks it needs, each called with one object.
 * Hooks are pure: their findings depend on their arguments only, and are memoised.
 */
export interface Rule {
  /** Permanent kebab-case id, the name of the rule's folder and of its page `docs/rules/<id>.md`. */
  readonly id: string;
  readonly severity: Severity;
  /** The rule in one sentence. */
  readonly description: string;

  /** Only reported without errors: a broken document may use what seems unused. */
  readonly isGuess?: true;
  /** A warning that also suppresses guesses: what was copied and not finished leaves the rest unused. */
  readonly suppressesGuesses?: true;

  /** Every JSON file. */
  readonly source?: (source: Source) => Iterable<FindingDraft>;
  /** Every document as it is written. */
  readonly written?: (document: WrittenDocument) => Iterable<FindingDraft>;
  /** Every block, including those of changes. */
  readonly block?: (use: BlockUse, references: UseReferences) => Iterable<FindingDraft>;
  /** Findings about a key depend on the binding and the text only; the document determines the position. */
  readonly text?: (use: BoundUse, references: UseReferences) => Iterable<FindingDraft>;
  readonly target?: (use: BoundUse, references: UseReferences) => Iterable<FindingDraft>;
  readonly video?: (use: BoundUse, references: UseReferences) => Iterable<FindingDraft>;
  readonly image?: (use: BoundUse, references: UseReferences) => Iterable<FindingDraft>;
  /** Every document with fragments and changes resolved; `pinned` is for where to find something, not for whether. */
  readonly expanded?: (document: ExpandedDocument, pinned: () => PinnedValues) => Iterable<FindingDraft>;
  /** All documents together, for the rule of this id. */
  readonly project?: (project: Project, id: Rule['id']) => Iterable<FindingDraft>;
}
