import type { AdminPages } from '#server/admin/index.ts';
import type { Action, AdminRequest, RejectedForm } from '#server/admin/admin-page.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { STORED_FORM_PARAMETER } from '#server/platform/requests/next-page.ts';
import {
  type AdminSession,
  type AdminSessionPorts,
  type AdminRequestOptions,
  createAdminRequest,
} from './admin-request.ts';
import { findStoredForm, type StoredForm } from './stored-forms.ts';
import { createFields } from './read-fields.ts';

export interface ShownAgainPorts extends Pick<AdminSessionPorts, 'getTranslator'> {
  readonly ports: Pick<PlatformPorts, 'secrets' | 'random' | 'database' | 'clock'>;
  readonly adminPages: Pick<AdminPages, 'actions'>;
}

type More = Pick<AdminRequestOptions, 'refused' | 'shown' | 'storedForm'>;

/** Fills a form of the page, or of an action's sections, with the submitted values. */
export async function withForm(
  ask: (more: More) => AdminRequest,
  { again }: Pick<Action, 'again'>,
  refused: RejectedForm,
  more: Omit<More, 'refused' | 'shown'> = {},
): Promise<AdminRequest> {
  const adminRequest = ask({ ...more, refused });
  const answer = await again?.(adminRequest, createFields(new Map(Object.entries(refused.values))));
  return ask({
    ...more,
    refused,
    shown: answer !== undefined && 'shown' in answer ? answer.shown : [],
  });
}

/** The stored form that an address names, if it is of this account. */
export async function findFormInAddress(
  { ports }: Pick<ShownAgainPorts, 'ports'>,
  { user }: Pick<AdminSession, 'user'>,
  query: URLSearchParams,
): Promise<StoredForm | null> {
  const id = query.get(STORED_FORM_PARAMETER) ?? '';
  return user === null || id === '' ? null : findStoredForm(ports, user.id, id);
}

/** The request of a page with a stored form, if the address names one of this page and account. */
export async function requestWithStoredForm(
  options: ShownAgainPorts,
  session: AdminSession,
  place: AdminRequestOptions,
): Promise<AdminRequest> {
  const ask = (more: More): AdminRequest =>
    createAdminRequest(options, session, { ...place, ...more, shown: [...(place.shown ?? []), ...(more.shown ?? [])] });
  const plain = ask({});
  const { user } = session;
  const id = plain.query.get(STORED_FORM_PARAMETER) ?? '';
  const form = await findFormInAddress(options, session, plain.query);
  const action = form === null ? undefined : options.adminPages.actions[form.action];
  if (form === null || action === undefined || action.page !== place.path) return plain;
  if (action.permission !== null && user?.permissions.includes(action.permission) !== true) return plain;
  return withForm(ask, action, { ...form, errors: {} }, { storedForm: id });
}
