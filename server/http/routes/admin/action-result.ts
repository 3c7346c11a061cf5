import type { ActionResult, AdminRequest } from '#server/admin/admin-page.ts';

/** Redirect address after a form: empty when it stays on its page, `null` when it may be sent again. */
export function findAddressAfter(result: ActionResult, request: AdminRequest): string | null {
  if ('to' in result) return request.href(result.to, result.query);
  return 'shown' in result && result.isDone === true ? '' : null;
}

/** Name of a result in logs. */
export function toActionOutcome(result: ActionResult): string {
  if ('to' in result) return 'done';
  return 'errors' in result ? 'refused' : 'shown';
}
