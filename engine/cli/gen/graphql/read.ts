import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listPaths } from '#engine/documents/list-paths.ts';

export interface GraphqlSource {
  readonly languages: readonly string[];
  /** The schemas of the server, its modules and the journeys, as written. */
  readonly schema: string;
  /** All operations of the client and the browser code of journeys, as written. */
  readonly operations: string;
}

const SCHEMA = 'server/graphql/schema.graphql';
/** Queries and mutations of admin pages, in the folders of the pages and their actions. */
const ADMIN = ['server/admin/schema.graphql', 'server/admin/pages/**/schema.graphql'];
const OPERATIONS = 'engine/client/**/*.graphql';

/**
 * @param journeys folders of the journeys, relative to the project's root
 * @param languages of the site, in its order
 * @returns `null` in a project without a GraphQL schema
 */
export function readGraphql(
  root: string,
  journeys: readonly string[],
  languages: readonly string[],
): GraphqlSource | null {
  if (!existsSync(join(root, SCHEMA))) return null;
  const admin = ADMIN.flatMap((pattern) => listPaths(root, pattern));
  const own = journeys.flatMap((folder) => listPaths(root, `${folder}/{server,admin/**}/schema.graphql`));
  const schemas = [SCHEMA, ...admin, ...own];
  const patterns = [OPERATIONS, ...journeys.map((folder) => `${folder}/client/**/*.graphql`)];
  const operations = patterns.flatMap((pattern) => listPaths(root, pattern));
  return {
    languages,
    schema: withLanguages(schemas.map((file) => readFileSync(join(root, file), 'utf8')).join('\n'), languages),
    operations: operations.map((file) => readFileSync(join(root, file), 'utf8')).join('\n'),
  };
}

/** Enum values cannot contain hyphens: a site with a language such as `pt-BR` keeps the scalar, which validates the tags. */
function withLanguages(schema: string, languages: readonly string[]): string {
  if (languages.some((language) => language.includes('-'))) return schema;
  return schema.replace(
    /^scalar Locale$/m,
    `enum Locale {\n${languages.map((language) => `  ${language}\n`).join('')}}`,
  );
}
