import type { FormView } from '#engine/shared/data-view.ts';
import { defineAdminAction, declareTextInput } from '#server/admin/admin-action.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { reportEntryGone } from '../../report-entry-gone.ts';
import { ENTRIES_PAGE, type FormEntriesPagePorts } from '../../ports.ts';

const NAME = 'delete-form-entry';

/** Deletes an entry before its retention ends. */
export const deleteFormEntry = ({ entries, staff }: FormEntriesPagePorts) =>
  defineAdminAction({
    name: NAME,
    permission: 'entries',
    page: ENTRIES_PAGE,
    requiresReauth: true,
    input: { id: declareTextInput(100) },
    async run({ id }, { actor }) {
      const isDeleted = await entries.deleteEntry(id);
      if (isDeleted) await staff.note({ actor, action: 'form-entry.delete', subject: id });
      return isDeleted;
    },
    respond: (request, isDeleted) =>
      isDeleted ? { to: ENTRIES_PAGE, query: { done: 'entryDeleted' } } : reportEntryGone(request),
  });

export const buildDeleteForm = (request: AdminRequest, id: string): FormView =>
  buildFormView(request, { action: NAME, submit: request.t('entries.delete'), hidden: { id }, danger: true });
