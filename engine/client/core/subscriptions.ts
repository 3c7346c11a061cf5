import { type DocumentNode, Kind, print } from 'graphql';
import { persistedIds } from '#schemas/generated/graphql/persisted-ids.ts';
import {
  type SubscriptionClientOptions,
  type SubscriptionSink,
  createSubscriptionClient,
} from './subscription-client.ts';

export interface SubscriptionsOptions extends SubscriptionClientOptions {
  /** Sends persisted query ids instead of documents; supported by this project's server only. */
  readonly persisted: boolean;
}

export type Subscribe = (
  document: DocumentNode,
  variables: Record<string, unknown>,
  sink: SubscriptionSink,
) => () => void;

/** Subscriptions by their precompiled documents. */
export function createSubscriptions({ persisted, ...options }: SubscriptionsOptions): Subscribe {
  const client = createSubscriptionClient(options);
  return (document, variables, sink) => {
    const operationName = readOperationName(document);
    const id = persisted ? persistedIds[operationName] : undefined;
    return client.subscribe(
      {
        operationName,
        variables,
        // Required by the protocol.
        query: id === undefined ? print(document) : '',
        extensions: id === undefined ? undefined : { persistedQuery: { version: 1, sha256Hash: id } },
      },
      sink,
    );
  };
}

function readOperationName({ definitions }: DocumentNode): string {
  const operation = definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  return operation?.name?.value ?? '';
}
