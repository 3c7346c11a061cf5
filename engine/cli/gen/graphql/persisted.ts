import { createHash } from 'node:crypto';
import { type DocumentNode, type FieldNode, Kind, print, separateOperations, visit } from 'graphql';
import { UserError } from '#engine/shared/errors.ts';

export interface PersistedDocument {
  /** Name of its only operation. */
  readonly name: string;
  /** SHA-256 of the text, in hex. */
  readonly id: string;
  readonly text: string;
}

/** One document per persisted operation with its fragments. Every nested selection has `__typename`, which the client's cache needs. */
export function listPersistedDocuments(operations: DocumentNode): readonly PersistedDocument[] {
  return Object.entries(separateOperations(operations))
    .map(([name, document]) => {
      if (name === '') throw new UserError('Every operation of the browser needs a name, but one has none.');
      const text = print(withTypenames(document));
      return { name, id: createHash('sha256').update(text).digest('hex'), text };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

const typename: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };

function withTypenames(document: DocumentNode): DocumentNode {
  return visit(document, {
    SelectionSet(node, _key, parent) {
      const ofOperation = parent !== undefined && 'kind' in parent && parent.kind === Kind.OPERATION_DEFINITION;
      return ofOperation ? undefined : { ...node, selections: [...node.selections, typename] };
    },
  });
}
