import { type ASTVisitor, GraphQLError, type ValidationContext, isIntrospectionType } from 'graphql';

/** All that `__type` answers: enough to prove that variables arrive, which the audits of GraphQL over HTTP do this way. */
const revealed: ReadonlySet<string> = new Set(['name', 'kind', '__typename']);

/** Introspection is off: the schema is published as a document. A type that the caller names may confirm its name and kind. */
export function noIntrospection(context: ValidationContext): ASTVisitor {
  return {
    Field(node) {
      const name = node.name.value;
      const parent = context.getParentType();
      const refused = parent && isIntrospectionType(parent) ? !revealed.has(name) : name === '__schema';
      if (refused) context.reportError(new GraphQLError('Introspection is off. See docs/graphql.md.', { nodes: node }));
    },
  };
}
