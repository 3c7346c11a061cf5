import type { Permission } from '#server/staff/permissions.ts';

/** Who calls an operation: a staff user or an API client. */
export interface OperationCaller {
  /** As the audit log names them: the id of an admin, or `program:<id>`. */
  readonly actor: string;
  /** The unit that limits count by. */
  readonly network: string;
}

export interface MutationCaller extends OperationCaller {
  /** For use cases that have one effect per key themselves: the idempotency key of the request, or one that nobody else has. */
  readonly key: string;
}

/** Something that is only read, under the permission of the page that shows it. */
export interface AdminQuery<Args, Data> {
  readonly permission: Permission;
  /** Topic that is announced when it changes: a subscription of the same name then sends it again. */
  readonly topic?: string;
  answer(args: Args, caller: OperationCaller): Promise<Data>;
}

/** What a form of a page does, under the permission of that page. */
export interface AdminMutation<Args, Data extends { readonly code: string }> {
  readonly permission: Permission;
  /** It cannot be undone: staff users must have signed in within the last ten minutes. The token of an API client is enough. */
  readonly requiresReauth?: true;
  /** Outcomes that changed something: their response is stored for a day under the caller's key. */
  readonly idempotentOutcomes?: readonly Data['code'][];
  run(args: Args, caller: MutationCaller): Promise<Data>;
}

/** Operations by their names in the `schema.graphql` of the module. */
export interface AdminOperations {
  readonly Query?: Readonly<Record<string, AnyAdminQuery>>;
  readonly Mutation?: Readonly<Record<string, AnyAdminMutation>>;
}

/** Operations whose arguments and data only their admin page knows. */
export type AnyAdminQuery = AdminQuery<never, unknown>;
export interface AnyAdminMutation extends Pick<AdminMutation<never, never>, 'permission' | 'requiresReauth'> {
  readonly idempotentOutcomes?: readonly string[];
  run(args: never, caller: MutationCaller): Promise<{ readonly code: string }>;
}
