import { type ASTVisitor, GraphQLError, type ValidationContext, isIntrospectionType } from 'graphql';

/** Fields allowed in `__type`; the GraphQL over HTTP audits use them to test variables. */
const revealed: ReadonlySet<string> = new Set(['name', 'kind', '__typename']);

/** Disables introspection, because the schema is published as a document. `__type` confirms name and kind only. */
export function forbidIntrospection(context: ValidationContext): ASTVisitor {
  return {
    Field(node) {
      const name = node.name.value;
      const parent = context.getParentType();
      const refused = parent && isIntrospectionType(parent) ? !revealed.has(name) : name === '__schema';
      if (refused) context.reportError(new GraphQLError('Introspection is off. See docs/graphql.md.', { nodes: node }));
    },
  };
}
