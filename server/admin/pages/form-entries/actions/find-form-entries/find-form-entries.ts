import type { FormView, TableView } from '#engine/shared/data-view.ts';
import { parseWholeNumber } from '#engine/shared/parse-number.ts';
import { type DeclaredAction, defineFormAction } from '#server/admin/admin-action.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { buildEntriesTable } from '../../build-entries-table.ts';
import { ENTRIES_PAGE, type FormEntriesPagePorts } from '../../ports.ts';

const NAME = 'find-form-entries';
const MAX_FOUND = 50;

/** Searches entries. The search text is personal data, so it is posted and never part of an address. */
export function findFormEntries(ports: FormEntriesPagePorts): DeclaredAction {
  return defineFormAction(NAME, {
    permission: 'entries',
    page: ENTRIES_PAGE,
    async run(request, fields) {
      const { t } = request;
      const [form, asked] = [fields.text('form'), fields.text('search')];
      const offset = MAX_FOUND * Math.max(0, parseWholeNumber(fields.text('from')) || 0);
      const question = { form, search: asked, newestFirst: true, offset, limit: MAX_FOUND };
      const found = await ports.entries.listEntries(question);
      if (found.total === 0) return { errors: { search: t('entries.nothing') } };
      const table: TableView = {
        ...(await buildEntriesTable(ports, request, { form, found: found.entries, list: null })),
        caption: t('entries.found'),
      };
      const [from, to] = [Math.min(found.total, offset + 1), Math.min(found.total, offset + MAX_FOUND)];
      const numbers = { from: t.number(from), to: t.number(to), total: t.number(found.total) };
      // The next page is a form, because the search text must not be part of an address.
      const next = buildFormView(request, {
        action: NAME,
        id: 'find-more',
        submit: t('list.next'),
        hidden: { form, search: asked, from: String(offset / MAX_FOUND + 1) },
      });
      return {
        shown: [
          { kind: 'table', table: { ...table, caption: `${table.caption}: ${t('list.range', numbers)}` } },
          ...(to < found.total ? [{ kind: 'form' as const, form: next }] : []),
        ],
      };
    },
  });
}

export function buildSearchEntriesForm(request: AdminRequest, form: string): FormView {
  const { t } = request;
  return buildFormView(request, {
    action: NAME,
    submit: t('list.search'),
    fields: [{ name: 'search', label: t('entries.search'), type: 'text', required: true, autocomplete: 'off' }],
    hidden: { form },
  });
}
