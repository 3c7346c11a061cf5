import type { Callers } from '#server/forms/operation.ts';
import type { GraphqlVisitor } from './visitor.ts';

/** `staff`: any signed-in staff user, regardless of permissions. */
export type OperationCallers = Callers | 'staff';

/** Whether a visitor may call an operation, by the permissions of the admin pages (B12). */
export function mayCall(
  callers: OperationCallers,
  { role, permissions }: Pick<GraphqlVisitor, 'role' | 'permissions'>,
): boolean {
  if (callers === 'everybody') return true;
  if (callers === 'holders') return role === 'holder';
  if (callers === 'staff') return role === 'staff' || role === 'admin';
  return permissions.includes(callers);
}
