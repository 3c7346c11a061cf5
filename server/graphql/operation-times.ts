import { type ExecutionArgs, getOperationAST, parse } from 'graphql';
import { persistedDocuments } from '#schemas/generated/graphql/persisted-documents.ts';
import { Durations } from '#server/platform/observability/durations.ts';

/** Durations of API operations. */
export function createOperationTimes(): Durations {
  return new Durations({
    name: 'vitrine_graphql_operation_duration_seconds',
    help: 'Time to execute an operation, by its name in the documents of the client; all others together are `other`.',
    labelNames: ['operation', 'outcome'],
  });
}

/** Label of an operation in metrics. Names sent by clients are not used: unbounded labels would exhaust memory. */
export function labelOperation({ document, operationName }: Pick<ExecutionArgs, 'document' | 'operationName'>): string {
  const name = getOperationAST(document, operationName)?.name?.value;
  return name !== undefined && ownOperations.has(name) ? name : 'other';
}

const ownOperations: ReadonlySet<string | undefined> = new Set(
  Object.values(persistedDocuments).map((text) => getOperationAST(parse(text, { noLocation: true }))?.name?.value),
);
