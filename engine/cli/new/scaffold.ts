import type { GeneratorInput } from '../gen/source.ts';
import { UsageError } from '../usage.ts';

/** What an experiment is to be, as typed; the defaults of its schema hold for what is left out. */
export interface ExperimentInput {
  /** Ids of variants that there are already. */
  readonly variations: readonly string[];
  readonly weights?: string | undefined;
  readonly metric?: string | undefined;
  readonly effect?: string | undefined;
}

export interface ScaffoldInput {
  /** As typed by the person. */
  readonly name: string;
  /** Id of the document that a variant extends or an experiment tests. */
  readonly base: string;
  /** Name of the journey that a block belongs to. */
  readonly journey?: string | undefined;
  readonly input: ExperimentInput;
  readonly source: GeneratorInput;
  /** The project's root. */
  readonly root: string;
}

/** Texts of new files by path from the project's root; throws a `UsageError` for a name that cannot be used. */
export type Scaffold = (input: ScaffoldInput) => ReadonlyMap<string, string>;

/** Refuses names that could not be a folder, a part of a URL and, in another spelling, the name of a function. */
export function requireKebabCase(name: string): void {
  if (/^_?[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) return;
  const better = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[-0-9]+|-+$/g, '');
  throw new UsageError(
    `The name "${name}" must be small letters and digits with single hyphens between words.${better === '' ? '' : ` Use "${better}".`}`,
  );
}

/** JSON as documents are written. */
export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
