import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as typescript from '@graphql-codegen/typescript';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import * as typescriptResolvers from '@graphql-codegen/typescript-resolvers';
import {
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  Kind,
  buildASTSchema,
  parse,
  print,
  validate,
} from 'graphql';
import { UserError } from '#engine/shared/errors.ts';
import { generatedBy, writeLiteral, writeModule } from '../write-module.ts';
import { type PersistedDocument, listPersistedDocuments } from './persisted.ts';
import { generateGraphqlPage } from './page.ts';
import type { GraphqlSource } from './read.ts';

const folder = 'schemas/generated/graphql';

const types = {
  useTypeImports: true,
  enumsAsTypes: true,
  immutableTypes: true,
  strictScalars: true,
  scalars: { ID: 'string', Locale: 'string', DataView: 'unknown' },
};

/**
 * Types of the GraphQL API for server and client, the client's parsed documents, and the list of persisted documents.
 * @throws when an operation does not match the schema
 */
export async function generateGraphql(source: GraphqlSource): Promise<ReadonlyMap<string, string>> {
  const schema = joined(parse(source.schema, { noLocation: true }));
  const operations = parse(source.operations, { noLocation: true });
  refuseMistakes(schema, operations);
  const persisted = listPersistedDocuments(operations);
  return new Map([
    [`${folder}/schema.graphql`, `# ${generatedBy}\n\n${print(schema)}\n`],
    [`${folder}/resolvers.ts`, await generateResolverTypes(schema)],
    [`${folder}/operations.ts`, await generateOperations(schema, operations)],
    ...generatePersistedFiles(persisted),
    ['docs/graphql.md', generateGraphqlPage(schema, persisted)],
  ]);
}

/** Persisted documents for client and server; empty in a project without a GraphQL schema. */
export function generatePersistedFiles(
  documents: readonly PersistedDocument[],
): readonly (readonly [file: string, text: string])[] {
  return [
    [
      `${folder}/persisted-ids.ts`,
      writeModule(
        `/** Operation → SHA-256 of its document, in hex: what the client sends instead of the document. */
export const persistedIds: Readonly<Record<string, string>> = ${writeLiteral(Object.fromEntries(documents.map(({ name, id }) => [name, id])))};`,
      ),
    ],
    [
      `${folder}/persisted-documents.ts`,
      writeModule(
        `/** SHA-256 in hex → document: all that the server executes unless \`GRAPHQL_PERSISTED_ONLY\` is \`false\`. */
export const persistedDocuments: Readonly<Record<string, string>> = ${writeLiteral(Object.fromEntries(documents.map(({ id, text }) => [id, text])))};`,
      ),
    ],
  ];
}

/** Merges extensions of modules and journeys into their types; a type that only has extensions is declared by the first of them. */
function joined(document: DocumentNode): DocumentNode {
  const fields = new Map<string, FieldDefinitionNode[]>();
  for (const each of document.definitions) {
    if (each.kind !== Kind.OBJECT_TYPE_DEFINITION && each.kind !== Kind.OBJECT_TYPE_EXTENSION) continue;
    const known = fields.get(each.name.value);
    if (known === undefined) fields.set(each.name.value, [...(each.fields ?? [])]);
    else known.push(...(each.fields ?? []));
  }
  const done = new Set<string>();
  const definitions = document.definitions.flatMap((each): DefinitionNode[] => {
    if (each.kind !== Kind.OBJECT_TYPE_DEFINITION && each.kind !== Kind.OBJECT_TYPE_EXTENSION) return [each];
    const { value } = each.name;
    if (done.has(value)) return [];
    done.add(value);
    return [{ ...each, kind: Kind.OBJECT_TYPE_DEFINITION, fields: fields.get(value) ?? [] }];
  });
  return { ...document, definitions };
}

function refuseMistakes(schema: DocumentNode, operations: DocumentNode): void {
  const [mistake] = validate(buildASTSchema(schema), operations);
  if (mistake)
    throw new UserError(
      `An operation of the browser does not fit server/graphql/schema.graphql and those of admin pages and journeys: ${mistake.message}`,
    );
}

async function generateResolverTypes(schema: DocumentNode): Promise<string> {
  const text = await codegen({
    filename: 'resolvers.ts',
    schema,
    documents: [],
    config: {
      ...types,
      contextType: 'unknown',
      skipTypename: true,
      // A field resolver adds their texts.
      mappers: {
        RegistrationCodeErrorDetail: "Pick<{T}, 'error'>",
        FieldError: "Omit<{T}, 'text'>",
        NextScreen: "Omit<{T}, 'goTo'> & { readonly address: ((locale: Locale) => string) | null }",
      },
      showUnusedMappers: false,
    },
    plugins: [{ typescript: {} }, { typescriptResolvers: {} }],
    pluginMap: { typescript, typescriptResolvers },
  });
  return withHeader(text);
}

async function generateOperations(schema: DocumentNode, operations: DocumentNode): Promise<string> {
  const text = await codegen({
    filename: 'operations.ts',
    schema,
    documents: [{ location: 'operations.graphql', document: operations }],
    config: { ...types, documentNodeImport: '@apollo/client#TypedDocumentNode', addTypenameToSelectionSets: true },
    plugins: [{ typescriptOperations: {} }, { typedDocumentNode: {} }],
    pluginMap: { typescriptOperations, typedDocumentNode },
  });
  return withHeader(text);
}

function withHeader(text: string): string {
  return `// ${generatedBy}\n\n${text.trim()}\n`;
}
