import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as typescript from '@graphql-codegen/typescript';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import * as typescriptResolvers from '@graphql-codegen/typescript-resolvers';
import { type DocumentNode, buildASTSchema, parse, validate } from 'graphql';
import { Mistake } from '#engine/base/errors.ts';
import { generatedBy, literal, writeModule } from '../write-module.ts';
import { persistedDocuments } from './persisted.ts';
import { generateGraphqlPage } from './page.ts';
import type { GraphqlSource } from './read.ts';

const folder = 'schemas/generated/graphql';

const types = {
  useTypeImports: true,
  enumsAsTypes: true,
  immutableTypes: true,
  strictScalars: true,
  scalars: { ID: 'string' },
};

/**
 * Types of the GraphQL API both ways, the client's documents ready parsed, and the list of documents that the server takes.
 * @throws when an operation does not fit the schema
 */
export async function generateGraphql(source: GraphqlSource): Promise<ReadonlyMap<string, string>> {
  const schema = parse(source.schema);
  const operations = parse(source.operations, { noLocation: true });
  refuseMistakes(schema, operations);
  const documents = persistedDocuments(operations);
  return new Map([
    [`${folder}/resolvers.ts`, await generateResolverTypes(schema)],
    [`${folder}/operations.ts`, await generateOperations(schema, operations)],
    [
      `${folder}/persisted-ids.ts`,
      writeModule(
        `/** Operation → SHA-256 of its document, in hex: what the client sends instead of the document. */
export const persistedIds: Readonly<Record<string, string>> = ${literal(Object.fromEntries(documents.map(({ name, id }) => [name, id])))};`,
      ),
    ],
    [
      `${folder}/persisted-documents.ts`,
      writeModule(
        `/** SHA-256 in hex → document: all that the server executes unless \`GRAPHQL_OPEN\` is set. */
export const persistedDocuments: Readonly<Record<string, string>> = ${literal(Object.fromEntries(documents.map(({ id, text }) => [id, text])))};`,
      ),
    ],
    ['docs/graphql.md', generateGraphqlPage(schema)],
  ]);
}

function refuseMistakes(schema: DocumentNode, operations: DocumentNode): void {
  const [mistake] = validate(buildASTSchema(schema), operations);
  if (mistake)
    throw new Mistake(
      `An operation of the browser does not fit server/entrances/graphql/schema.graphql: ${mistake.message}`,
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
      // Their words are found by a resolver of their own.
      mappers: { RegistrationCodeErrorDetail: "Pick<{T}, 'error'>", FieldError: "Omit<{T}, 'text'>" },
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
