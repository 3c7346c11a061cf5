import { UserError } from '#engine/shared/errors.ts';
import type { JsonSchema } from './schema.ts';
import { nameSchemas } from './name-schemas.ts';
import { toTypeScript } from './typescript.ts';
import { writeModule } from './write-module.ts';

/** `documents.ts`: types of documents as written. */
export async function generateDocumentTypes(schemas: ReadonlyMap<string, JsonSchema>): Promise<string> {
  const named = nameSchemas(schemas);
  const byRef = new Map(named.map(({ ref, name }) => [ref, name]));
  const types = await toTypeScript(new Map(named.map(({ name, schema }) => [name, schema])), (ref) => {
    const name = byRef.get(ref);
    if (name === undefined) throw new UserError(`No schema has the id "${ref}".`);
    return name;
  });
  return writeModule(
    types,
    `/** Every kind of document by the name of its kind. */
export interface DocumentByKind {
  site: SiteDocument;
  brand: BrandDocument;
  page: PageDocument;
  landing: LandingDocument;
  fragment: FragmentDocument;
  experiment: ExperimentDocument;
  journey: JourneyDocument;
  form: FormDocument;
}`,
  );
}
