import type { FormView } from '#engine/shared/data-view.ts';
import { defineAdminAction, declareTextInput } from '#server/admin/admin-action.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { ENTRIES_PAGE, type FormEntriesPagePorts } from '../../ports.ts';

const NAME = 'resend-form-entry';

/** Retries webhook requests that failed, or wait for another try, of an entry, or of all entries of a form. */
export const resendFormEntry = ({ entries, staff }: FormEntriesPagePorts) =>
  defineAdminAction({
    name: NAME,
    permission: 'entries',
    page: ENTRIES_PAGE,
    input: { id: declareTextInput(100), form: declareTextInput(200) },
    async run({ id: entry, form }, { actor }) {
      const queued = await entries.resendDeliveries(entry === '' ? { form } : { entry });
      const notes = [...new Set(queued)].map((subject) => ({ actor, action: 'form-entry.resend', subject }));
      if (notes.length > 0) await staff.note(...notes);
      return queued.length;
    },
    respond: (_request, queued, { form }) => ({
      to: ENTRIES_PAGE,
      query: { state: form, done: 'entriesResent', n: String(queued) },
    }),
  });

/** @param entry its id; default: all entries of the form */
export const buildResendForm = (request: AdminRequest, form: string, submit: string, entry?: string): FormView =>
  buildFormView(request, { action: NAME, submit, hidden: { form, ...(entry !== undefined && { id: entry }) } });
