import type { ActionResult, AdminRequest } from '#server/admin/admin-page.ts';

/** Where a form leads that has done something: empty for one that stays on its page, `null` for one that may be sent again. */
export function addressAfter(result: ActionResult, request: AdminRequest): string | null {
  if ('to' in result) return request.href(result.to, result.query);
  return 'shown' in result && result.isDone === true ? '' : null;
}

/** How the log names a result. */
export function toActionOutcome(result: ActionResult): string {
  if ('to' in result) return 'done';
  return 'errors' in result ? 'refused' : 'shown';
}
