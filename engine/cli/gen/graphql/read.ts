import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listPaths } from '#engine/documents/list-paths.ts';

export interface GraphqlSource {
  readonly languages: readonly string[];
  /** The schema of the server, and those of its modules and of the journeys, as written. */
  readonly schema: string;
  /** Every operation of the client and of the journeys' browser parts, as written. */
  readonly operations: string;
}

const SCHEMA = 'server/graphql/schema.graphql';
/** What admin pages read and do, in the folders of the pages and of their actions. */
const ADMIN = ['server/admin/schema.graphql', 'server/admin/pages/**/schema.graphql'];
const OPERATIONS = 'engine/client/**/*.graphql';

/**
 * @param journeys folders of the journeys, from the project's root
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

/** Values of an enum have no hyphens: a site with a language such as `pt-BR` keeps the scalar, which takes these tags alone. */
function withLanguages(schema: string, languages: readonly string[]): string {
  if (languages.some((language) => language.includes('-'))) return schema;
  return schema.replace(
    /^scalar Locale$/m,
    `enum Locale {\n${languages.map((language) => `  ${language}\n`).join('')}}`,
  );
}
