import type { Source } from './source.ts';
import { literal, writeModule } from './write-module.ts';

/** `block-forms.ts`: which of its forms a block shows; small, because it comes with the block into browsers. */
export function generateBlockForms(source: Source): string {
  const formBy = Object.fromEntries(
    source.blocks.flatMap(({ name, schema }) => (schema.formBy === undefined ? [] : [[name, schema.formBy]])),
  );
  return writeModule(
    `import type { FormName } from './forms.ts';`,
    `/** Which form a block shows that has several. */
interface FormBy {
  /** Property of the block that decides. */
  readonly property: string;
  /** Value of that property → form. */
  readonly forms: Readonly<Record<string, FormName>>;
}`,
    `export const formBy = ${literal(formBy)} as const satisfies Readonly<Record<string, FormBy>>;`,
  );
}
