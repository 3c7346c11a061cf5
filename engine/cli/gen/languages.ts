import { UserError } from '#engine/shared/errors.ts';
import { findLanguageMistake } from '#engine/shared/languages.ts';
import { isObject } from '#engine/documents/json.ts';
import { type JsonSchema, mapSubschemas } from './schema.ts';

const SITE = 'pages-config/site.json';
const localeId = '/schemas/locale.schema.json';

/**
 * Languages of the site document, in its order.
 *
 * @throws when one is not a BCP 47 tag of a language, or when there is none
 */
export function listDeclaredLanguages(site: unknown): readonly string[] {
  const locales = isObject(site) ? site['locales'] : undefined;
  const available = isObject(locales) ? locales['available'] : undefined;
  const tags = Array.isArray(available) ? available.map(String) : [];
  if (tags.length === 0)
    throw new UserError(
      `${SITE} declares no languages: "locales.available" must list at least one, such as ["en"]. Types and validators are generated from this list.`,
    );
  for (const tag of tags) {
    const mistake = findLanguageMistake(tag);
    if (mistake !== null)
      throw new UserError(`${SITE}, locales.available: ${mistake.message} Expected ${mistake.expected}.`);
  }
  return [...new Set(tags)];
}

/** The shared schemas, in which a language is one of these, and texts by language need all of them. */
export function withLanguages(
  shared: ReadonlyMap<string, JsonSchema>,
  languages: readonly string[],
): ReadonlyMap<string, JsonSchema> {
  const visit = (schema: JsonSchema): JsonSchema => perLanguage(mapSubschemas(schema, visit), languages);
  return new Map(
    [...shared].map(([id, schema]) => [id, id === localeId ? { ...schema, enum: languages } : visit(schema)]),
  );
}

/** Turns an object with languages as names into one that requires all of them, or those of its own `required`. */
function perLanguage(schema: JsonSchema, languages: readonly string[]): JsonSchema {
  const { propertyNames, additionalProperties, ...rest } = schema;
  if (propertyNames?.$ref !== localeId || typeof additionalProperties !== 'object') return schema;
  return {
    ...rest,
    additionalProperties: false,
    required: rest.required ?? languages,
    properties: Object.fromEntries(languages.map((language) => [language, additionalProperties])),
  };
}
