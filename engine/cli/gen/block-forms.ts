import type { GeneratorInput } from './source.ts';
import { writeLiteral, writeModule } from './write-module.ts';

/** `block-forms.ts`: the property by which a block chooses its form, and the form document with its additional questions. */
export function generateBlockForms(source: GeneratorInput): string {
  const choices = Object.fromEntries(
    source.blocks.flatMap(
      ({ name, folder, schema: { formBy, stepBy, formDocumentBy, fieldsBy } }): (readonly [string, object])[] => {
        if (formBy !== undefined) return [[name, formBy]];
        if (formDocumentBy !== undefined) return [[name, { property: formDocumentBy, documents: true }]];
        if (stepBy === undefined) return [];
        const journey = source.journeys.find((each) => folder.startsWith(`${each.folder}/`))?.name;
        return [[name, { property: stepBy, journey, fields: fieldsBy }]];
      },
    ),
  );
  const questions = Object.fromEntries(
    source.blocks.flatMap(({ name, schema: { questionsBy } }) =>
      questionsBy === undefined ? [] : [[name, questionsBy] as const],
    ),
  );
  return writeModule(
    `import type { FormName } from './forms.ts';`,
    `/** What decides which form a block shows. */
export type FormChoice =
  /** Value of a property of the block → form. */
  | { readonly property: string; readonly forms: Readonly<Record<string, FormName>> }
  /** Property that names the form document. */
  | { readonly property: string; readonly documents: true }
  /**
   * Property that names a step of a journey's flow; without it the first step of the document's flow is shown. "fields": the properties
   * that lead to the names of the fields it asks for, through lists; left out when the block decides. "journey": the one whose flows
   * are meant, for a block of a journey.
   */
  | { readonly property: string; readonly journey?: string; readonly fields?: readonly string[] };`,
    `export const formChoices = ${writeLiteral(choices)} as const satisfies Readonly<Record<string, FormChoice>>;`,
    `/** Block → its property that names a form document, whose fields it asks beside those of its form. */
export const questionProperties = ${writeLiteral(questions)} as const satisfies Readonly<Record<string, string>>;`,
  );
}
