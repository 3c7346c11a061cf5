import { generateBindings } from './bindings.ts';
import { generateBlockForms } from './block-forms.ts';
import { generateBlockProps } from './block-props.ts';
import { generateClientEntries } from './client-entries.ts';
import { generateCodeTexts } from './code-texts.ts';
import { composeSchemas } from './compose.ts';
import { generateDefaults } from './defaults.ts';
import { generateDocumentTypes } from './documents.ts';
import { generateEditorSchemas } from './editor.ts';
import { generateEvents, generateEventsPage } from './events.ts';
import { generateForms } from './forms.ts';
import {
  generateFormFiles,
  generateJourneys,
  generatePageElements,
  generateUseCaseForms,
  generateUseCases,
} from './journeys.ts';
import { generateJourneyNames } from './journey-names.ts';
import { generateReference } from './reference.ts';
import { generateRegistry } from './registry.ts';
import { generateShapes } from './shapes.ts';
import type { GeneratorInput } from './source.ts';
import { generateValidators, generateValidatorTypes } from './validators.ts';
import { generateAdminActions } from './admin-actions.ts';
import { generateVocabulary } from './vocabulary.ts';

/** Generates a file unless its inputs, any values that JSON can hold, are those of an earlier run. */
export type GenerateFile = (
  file: string,
  inputs: readonly unknown[],
  make: () => Promise<string>,
) => Promise<readonly [string, string]>;

const always: GenerateFile = async (file, _inputs, make) => [file, await make()];

/** All generated files: text by path, relative to the project's root. */
export async function generate(
  source: GeneratorInput,
  generateFile: GenerateFile = always,
): Promise<ReadonlyMap<string, string>> {
  const schemas = composeSchemas(source);
  return new Map([
    ['schemas/generated/vocabulary.ts', generateVocabulary(source)],
    await generateFile('schemas/generated/documents.ts', [...schemas], () => generateDocumentTypes(schemas)),
    ['schemas/generated/block-props.ts', await generateBlockProps(source, schemas)],
    ['schemas/generated/bindings.ts', generateBindings(source, schemas)],
    ['schemas/generated/defaults.ts', generateDefaults(source, schemas)],
    ['schemas/generated/forms.ts', await generateForms(source)],
    ['schemas/generated/events.ts', await generateEvents(source)],
    ['schemas/generated/block-forms.ts', generateBlockForms(source)],
    ['schemas/generated/form-files.ts', generateFormFiles(source)],
    ...generateJourneys(source),
    ['schemas/generated/journeys/names.ts', generateJourneyNames(source)],
    ['schemas/generated/use-cases.ts', generateUseCases(source)],
    ['schemas/generated/use-case-forms.ts', generateUseCaseForms(source)],
    ...generateAdminActions(source),
    ['schemas/generated/journeys/elements.ts', generatePageElements(source)],
    ['schemas/generated/client-entries.json', generateClientEntries(source)],
    ...generateCodeTexts(source),
    ['schemas/generated/shapes.ts', generateShapes(schemas)],
    await generateFile('schemas/generated/validators.js', [source.blocks.map(({ name }) => name), ...schemas], () =>
      generateValidators(source, schemas),
    ),
    ['schemas/generated/validators.d.ts', generateValidatorTypes()],
    ['schemas/generated/registry.ts', generateRegistry(source)],
    ...generateEditorSchemas(source, schemas),
    ['docs/events.md', generateEventsPage(source)],
    ['docs/documents.md', generateReference(source, schemas)],
  ]);
}
