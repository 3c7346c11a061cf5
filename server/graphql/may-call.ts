import type { Callers } from '#server/forms/operation.ts';
import type { GraphqlVisitor } from './visitor.ts';

/** `staff`: anyone who is signed in to run the site, whatever else they may do. */
export type OperationCallers = Callers | 'staff';

/** Who may call what, by the same permissions as on the admin pages (B12). */
export function mayCall(
  callers: OperationCallers,
  { role, permissions }: Pick<GraphqlVisitor, 'role' | 'permissions'>,
): boolean {
  if (callers === 'everybody') return true;
  if (callers === 'holders') return role === 'holder';
  if (callers === 'staff') return role === 'staff' || role === 'admin';
  return permissions.includes(callers);
}
