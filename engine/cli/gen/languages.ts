import { UserError } from '#engine/shared/errors.ts';
import { languageMistake } from '#engine/shared/languages.ts';
import { isObject } from '#engine/documents/json.ts';
import { type JsonSchema, mapSubschemas } from './schema.ts';

const SITE = 'pages-config/site.json';
const localeId = '/schemas/locale.schema.json';

/**
 * Languages that a site document declares, in its order.
 *
 * @throws when one is not a BCP 47 tag of a language, or when none is declared
 */
export function declaredLanguages(site: unknown): readonly string[] {
  const locales = isObject(site) ? site['locales'] : undefined;
  const available = isObject(locales) ? locales['available'] : undefined;
  const tags = Array.isArray(available) ? available.map(String) : [];
  if (tags.length === 0)
    throw new UserError(
      `${SITE} declares no languages: "locales.available" must list at least one, such as ["en"]. Types and validators are generated from this list.`,
    );
  for (const tag of tags) {
    const mistake = languageMistake(tag);
    if (mistake !== null)
      throw new UserError(`${SITE}, locales.available: ${mistake.message} Expected ${mistake.expected}.`);
  }
  return [...new Set(tags)];
}

/** The shared schemas, in which a language is one of these and whatever is said in each language is said in these. */
export function withLanguages(
  shared: ReadonlyMap<string, JsonSchema>,
  languages: readonly string[],
): ReadonlyMap<string, JsonSchema> {
  const visit = (schema: JsonSchema): JsonSchema => perLanguage(mapSubschemas(schema, visit), languages);
  return new Map(
    [...shared].map(([id, schema]) => [id, id === localeId ? { ...schema, enum: languages } : visit(schema)]),
  );
}

/** An object whose names are languages becomes one that has all of them. */
function perLanguage(schema: JsonSchema, languages: readonly string[]): JsonSchema {
  const { propertyNames, additionalProperties, ...rest } = schema;
  if (propertyNames?.$ref !== localeId || typeof additionalProperties !== 'object') return schema;
  return {
    ...rest,
    additionalProperties: false,
    required: languages,
    properties: Object.fromEntries(languages.map((language) => [language, additionalProperties])),
  };
}
