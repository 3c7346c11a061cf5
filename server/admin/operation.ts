import type { Permission } from '#server/staff/permissions.ts';

/** Who calls an operation: somebody of the staff, or a program. */
export interface RoomCaller {
  /** As the audit log names them: the id of an admin, or `program:<id>`. */
  readonly actor: string;
  /** The unit that limits count by. */
  readonly network: string;
}

/** Something that is only read, under the permission of the page that shows it. */
export interface RoomQuery<Args, Data> {
  readonly permission: Permission;
  /** What is announced when it changes: then there is a subscription of the same name, which sends it anew each time. */
  readonly moves?: string;
  answer(args: Args, caller: RoomCaller): Promise<Data>;
}

/** What a form of a page does, under the permission of that page. */
export interface RoomMutation<Args, Data extends { readonly code: string }> {
  readonly permission: Permission;
  /** It cannot be taken back: of the staff only who signed in within the last ten minutes may call it. Programs may, their token says so. */
  readonly isFinal?: true;
  /** Outcomes that changed something: their answer is kept for a day under the caller's key. */
  readonly lasting?: readonly Data['code'][];
  run(args: Args, caller: RoomCaller): Promise<Data>;
}

/** Operations by their names in `schema.graphql` beside the wing. */
export interface RoomOperations {
  readonly Query?: Readonly<Record<string, AnyRoomQuery>>;
  readonly Mutation?: Readonly<Record<string, AnyRoomMutation>>;
}

/** Operations of which only their room knows arguments and data. */
export type AnyRoomQuery = RoomQuery<never, unknown>;
export interface AnyRoomMutation extends Pick<RoomMutation<never, never>, 'permission' | 'isFinal'> {
  readonly lasting?: readonly string[];
  run(args: never, caller: RoomCaller): Promise<{ readonly code: string }>;
}
