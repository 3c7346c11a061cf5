import type { GeneratorInput } from '../gen/source.ts';
import { UsageError } from '../usage.ts';

/** Options of a new experiment as entered; defaults of its schema apply. */
export interface ExperimentInput {
  /** Ids of existing variants. */
  readonly variations: readonly string[];
  readonly weights?: string | undefined;
  readonly metric?: string | undefined;
  readonly effect?: string | undefined;
}

export interface ScaffoldInput {
  /** As entered. */
  readonly name: string;
  /** Document that a variant extends or an experiment tests. */
  readonly base: string;
  /** Journey of a block. */
  readonly journey?: string | undefined;
  readonly input: ExperimentInput;
  readonly source: GeneratorInput;
  /** The project's root. */
  readonly root: string;
}

/** Content of new files by path from the project's root. @throws UsageError for an invalid name */
export type Scaffold = (input: ScaffoldInput) => ReadonlyMap<string, string>;

/** Rejects names that are no valid folder, URL segment and, in camel case, identifier. */
export function requireKebabCase(name: string): void {
  if (/^_?[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) return;
  const better = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[-0-9]+|-+$/g, '');
  throw new UsageError(
    `The name "${name}" must be small letters and digits with single hyphens between words.${better === '' ? '' : ` Use "${better}".`}`,
  );
}

/** JSON in the formatting of documents. */
export function formatJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
