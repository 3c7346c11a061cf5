import type { Severity } from '#engine/base/finding.ts';
import type { ExpandedDocument } from '../expand/expand.ts';
import type { Remark } from '../place.ts';
import type { BlockUse, BoundUse, Project, References } from '../project.ts';
import type { Source } from '../source.ts';
import type { WrittenDocument } from '../written.ts';

/**
 * A check beyond or about shape. A rule is data first; then the hooks it needs, each called with one thing to look at.
 * Hooks are pure: what they say depends on their arguments alone, and is remembered until those change.
 */
export interface Rule {
  /** Permanent kebab-case id, the name of the rule's folder and of its page `docs/rules/<id>.md`. */
  readonly id: string;
  readonly severity: Severity;
  /** One sentence: what the rule guards. */
  readonly description: string;

  /** Only said when there is no error: what is broken may use what seems unused. */
  readonly isGuess?: true;

  /** Every JSON file. */
  readonly source?: (source: Source) => Iterable<Remark>;
  /** Every document as it is written. */
  readonly written?: (document: WrittenDocument) => Iterable<Remark>;
  /** Every block, also those that changes bring in. */
  readonly block?: (use: BlockUse, references: References) => Iterable<Remark>;
  /** Whether it finds anything in a key depends on the binding and the words alone; the document only says where. */
  readonly text?: (use: BoundUse, references: References) => Iterable<Remark>;
  readonly target?: (use: BoundUse, references: References) => Iterable<Remark>;
  readonly image?: (use: BoundUse, references: References) => Iterable<Remark>;
  /** Every document after its fragments and changes came together. */
  readonly expanded?: (document: ExpandedDocument) => Iterable<Remark>;
  /** All documents together. */
  readonly project?: (project: Project) => Iterable<Remark>;
}
