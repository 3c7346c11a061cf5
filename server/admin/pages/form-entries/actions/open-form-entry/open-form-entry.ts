import type { FormView } from '#engine/shared/data-view.ts';
import { type DeclaredAction, defineFormAction } from '#server/admin/admin-action.ts';
import { type ActionResult, type AdminRequest, requireUser } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { reportEntryGone } from '../../report-entry-gone.ts';
import { buildEntrySections } from '../../entry-view.ts';
import { ENTRIES_PAGE, type FormEntriesPagePorts } from '../../ports.ts';

const NAME = 'open-form-entry';

/** Shows an entry and records the access in the audit log. */
export function openFormEntry({ entries, staff, site }: FormEntriesPagePorts): DeclaredAction {
  const open = async (request: AdminRequest, id: string): Promise<ActionResult> => {
    const entry = await entries.findEntry(id);
    if (entry === null) return reportEntryGone(request);
    await staff.note({ actor: requireUser(request).id, action: 'form-entry.open', subject: id });
    return { shown: buildEntrySections(request, entry, site(), (await entries.readDeliveries([entry])).get(id) ?? []) };
  };
  return defineFormAction(NAME, {
    permission: 'entries',
    page: ENTRIES_PAGE,
    repeatable: true,
    run: (request, fields) => open(request, fields.text('id')),
    again: (request, fields) => open(request, fields.text('id')),
  });
}

export const buildOpenForm = (request: AdminRequest, id: string): FormView =>
  buildFormView(request, { action: NAME, id: `open-${id}`, submit: request.t('entries.open'), hidden: { id } });
