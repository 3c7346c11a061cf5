import {
  type DocumentNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  type TypeDefinitionNode,
  isTypeDefinitionNode,
  print,
} from 'graphql';
import type { PersistedDocument } from './persisted.ts';
import { writeContents } from '../contents.ts';
import { generatedBy } from '../write-module.ts';

const roots = ['Query', 'Mutation', 'Subscription'];

const introduction = `The typed API to the use cases of the forms: \`POST /graphql\` for queries and mutations,
\`graphql-transport-ws\` at the same URL for subscriptions. The schema is \`server/graphql/schema.graphql\` with
each \`schema.graphql\` of admin pages and their actions, and of \`server/\` of each journey. Introspection is off; this page is the complete reference.

- **Documents.** The server executes the operations of its own client only: the texts under [Documents](#documents), generated from
  \`engine/client/core/operations.graphql\` and \`operations.graphql\` in a journey's \`client/\`. A request names one by
  \`extensions.persistedQuery.sha256Hash\`, or sends exactly its text; if it does both, they must match. API clients with a token,
  and all clients with the setting \`GRAPHQL_PERSISTED_ONLY=false\`, may send any document within the limits.
- **Limits.** 32 kB per request, 1,000 tokens, depth 8, 15 aliases, 20 directives, one operation per request. Anything beyond is
  refused with 400 (413 for the size) before execution.
- **Lists.** \`limit\` rows from \`offset\`: at most 200 at a time, and none beyond 100,000; otherwise
  \`LIMIT_EXCEEDED\`. Addresses of people are masked, as on the pages.
- **Live queries** are subscriptions with the name of their query: the list is sent at once and after each change, at most every half
  second. Permissions are checked before each of them and every ten seconds: the subscription ends with the session or the token.
  Subscriptions do not extend a session.
- **Origin.** Browsers may call it from the site itself only. A request needs \`Content-Type: application/json\`; mutations are
  never executed for a GET.
- **Authentication.** The visitor's session and the admin's session are HttpOnly cookies; API clients send
  \`Authorization: Bearer …\`, on WebSockets in the payload of \`connection_init\`; \`npm run admin -- token\` creates their tokens
  ([an example](operations.md#admins)). An invalid token is refused with
  \`UNAUTHENTICATED\`.
- **Errors.** Outcomes have a stable \`code\`. GraphQL errors have \`extensions.code\`: \`UNAUTHENTICATED\`, \`FORBIDDEN\`,
  \`FRESH_SIGN_IN_NEEDED\` (actions that cannot be undone need a sign-in of the last ten minutes), \`TOO_MANY_REQUESTS\`, \`BAD_REQUEST\`, \`LIMIT_EXCEEDED\`, \`PERSISTED_DOCUMENTS_ONLY\`, \`SERVICE_UNAVAILABLE\`,
  \`INTERNAL_SERVER_ERROR\`; the last two contain only a correlation id that is also in the log.
- **Testing.** In demo mode \`/dev/graphql\` sends documents by hand; start the server with \`GRAPHQL_PERSISTED_ONLY=false\` to write
  your own.`;

/** `docs/graphql.md`: every operation with its arguments and answers, then every type, then every persisted document. */
export function generateGraphqlPage(schema: DocumentNode, persisted: readonly PersistedDocument[]): string {
  const definitions = schema.definitions.filter(isTypeDefinitionNode);
  const rootTypes = definitions.filter(isRoot);
  const types = definitions.filter((definition) => !isRoot(definition));
  const body = [
    ...rootTypes.flatMap((root) => [
      `## ${root.name.value}`,
      ...listDescription(root),
      ...(root.fields ?? []).flatMap((field) => [
        `### ${field.name.value}`,
        ...listDescription(field),
        operation(field),
      ]),
    ]),
    '## Types',
    ...types.flatMap((type) => [`### ${type.name.value}`, ...listDescription(type), members(type)]),
    '## Documents',
    ...persisted.flatMap(({ name, id, text }) => [
      `### Document ${name}`,
      `\`${id}\``,
      `\`\`\`graphql\n${text}\n\`\`\``,
    ]),
  ].join('\n\n');
  return `${[`<!-- ${generatedBy} -->`, '# GraphQL', introduction, writeContents(body), body].join('\n\n')}\n`;
}

function isRoot(definition: TypeDefinitionNode): definition is ObjectTypeDefinitionNode {
  return definition.kind === Kind.OBJECT_TYPE_DEFINITION && roots.includes(definition.name.value);
}

function listDescription({ description }: { readonly description?: { readonly value: string } | undefined }): string[] {
  return description ? [description.value] : [];
}

function operation(field: FieldDefinitionNode): string {
  const answer = `Returns: ${formatType(field)}`;
  const args = field.arguments ?? [];
  return args.length === 0 ? answer : `${table('Argument', args)}\n\n${answer}`;
}

function members(type: TypeDefinitionNode): string {
  if (type.kind === Kind.ENUM_TYPE_DEFINITION) {
    const rows = (type.values ?? []).map((value) => `| \`${value.name.value}\` | ${oneLine(value)} |`);
    return ['| Value | Means |', '| --- | --- |', ...rows].join('\n');
  }
  if (type.kind === Kind.OBJECT_TYPE_DEFINITION || type.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION) {
    return table('Field', type.fields ?? []);
  }
  return '';
}

function table(head: string, rows: readonly (FieldDefinitionNode | InputValueDefinitionNode)[]): string {
  return [
    `| ${head} | Type | Means |`,
    '| --- | --- | --- |',
    ...rows.map((row) => `| \`${row.name.value}\` | ${formatType(row)} | ${oneLine(row)} |`),
  ].join('\n');
}

function formatType({ type }: FieldDefinitionNode | InputValueDefinitionNode): string {
  return `\`${print(type)}\``;
}

function oneLine(node: { readonly description?: { readonly value: string } | undefined }): string {
  return (node.description?.value ?? '').replaceAll('\n', ' ');
}
