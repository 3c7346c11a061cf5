import type { Permission } from '#server/staff/permissions.ts';

/** Who calls an operation: a staff user or an API client. */
export interface OperationCaller {
  /** As the audit log names them: the id of an admin, or `program:<id>`. */
  readonly actor: string;
  /** Key of rate limits. */
  readonly network: string;
}

export interface MutationCaller extends OperationCaller {
  /** Idempotency key of the request, or a unique one; for use cases that run once per key. */
  readonly key: string;
}

/** A read operation, under the permission of the page that shows the data. */
export interface AdminQuery<Args, Data> {
  readonly permission: Permission;
  /** Topic that is published when the data changes; a subscription of the same name sends it again. */
  readonly topic?: string;
  answer(args: Args, caller: OperationCaller): Promise<Data>;
}

/** A write operation, under the permission of the page whose form does the same. */
export interface AdminMutation<Args, Data extends { readonly code: string }> {
  readonly permission: Permission;
  /** Cannot be undone: staff users must have signed in within the last ten minutes; API clients need only their token. */
  readonly requiresReauth?: true;
  /** Outcomes that changed something: their response is stored for a day under the caller's idempotency key. */
  readonly idempotentOutcomes?: readonly Data['code'][];
  run(args: Args, caller: MutationCaller): Promise<Data>;
}

/** Operations by their names in the module's `schema.graphql`. */
export interface AdminOperations {
  readonly Query?: Readonly<Record<string, AnyAdminQuery>>;
  readonly Mutation?: Readonly<Record<string, AnyAdminMutation>>;
}

/** Operations whose arguments and data are known to their admin page only. */
export type AnyAdminQuery = AdminQuery<never, unknown>;
export interface AnyAdminMutation extends Pick<AdminMutation<never, never>, 'permission' | 'requiresReauth'> {
  readonly idempotentOutcomes?: readonly string[];
  run(args: never, caller: MutationCaller): Promise<{ readonly code: string }>;
}
