import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface GraphqlSource {
  /** The schema, as written. */
  readonly schema: string;
  /** Every operation of the browser's client, as written. */
  readonly operations: string;
}

const SCHEMA = 'server/entrances/graphql/schema.graphql';
const OPERATIONS = 'engine/client/**/*.graphql';

/** `null` in a project without a GraphQL schema. */
export function readGraphql(root: string): GraphqlSource | null {
  if (!existsSync(join(root, SCHEMA))) return null;
  const operations = globSync(OPERATIONS, { cwd: root }).toSorted();
  return {
    schema: readFileSync(join(root, SCHEMA), 'utf8'),
    operations: operations.map((file) => readFileSync(join(root, file), 'utf8')).join('\n'),
  };
}
