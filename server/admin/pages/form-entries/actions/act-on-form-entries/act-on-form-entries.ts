import type { FormView } from '#engine/shared/data-view.ts';
import { writeCsv } from '#engine/shared/csv.ts';
import type { DeclaredAction } from '#server/admin/admin-action.ts';
import { type ActionResult, type AdminRequest, type Fields, requireUser } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { createPreviewedAction } from '#server/admin/preview.ts';
import { buildCsvRows } from '../../entries-file.ts';
import { ENTRIES_PAGE, type FormEntriesPagePorts, ENTRY_TICK } from '../../ports.ts';

const NAME = 'act-on-form-entries';
const DELETE = 'delete-form-entries';
const acts = ['export', 'delete'] as const;
const permission = 'entries';

/** Exports the selected entries, or deletes them after a preview. */
export function actOnFormEntries({ entries, staff }: FormEntriesPagePorts): DeclaredAction {
  const findChosen = async (fields: Fields) => {
    const [form, ids] = [fields.text('form'), fields.ticked(ENTRY_TICK)];
    if (ids.length === 0) return [];
    return (await entries.listEntries({ form, ids, newestFirst: false, limit: ids.length })).entries;
  };
  const nothingChosen = ({ t }: AdminRequest): ActionResult => ({ errors: {}, message: t('select.entries') });

  const deleting = createPreviewedAction<readonly string[]>({
    name: DELETE,
    permission,
    page: ENTRIES_PAGE,
    requiresReauth: true,
    async preview(request, fields) {
      const { t } = request;
      const found = await findChosen(fields);
      if (found.length === 0) return { answer: nothingChosen(request) };
      const count = t.number(found.length);
      const times = found.map(({ sent_at: sent }) => t.moment(sent));
      const span = { from: times[0] ?? '', until: times.at(-1) ?? '' };
      return {
        state: found.map(({ id }) => id),
        sections: [
          {
            kind: 'facts',
            title: t('entries.deleteChosenTitle'),
            facts: [
              { label: t('entries.caption'), value: count },
              { label: t('entries.sent'), value: found.length === 1 ? span.from : t('list.span', span) },
            ],
          },
        ],
        form: {
          submit: t('entries.deleteCount', { count }),
          text: t('entries.deleteChosenText'),
          danger: true,
          hidden: {
            form: fields.text('form'),
            ...Object.fromEntries(found.map(({ id }) => [`${ENTRY_TICK}${id}`, 'on'])),
          },
        },
      };
    },
    async run(request, _fields, ids) {
      const { id: actor } = requireUser(request);
      let deleted = 0;
      for (const id of ids) {
        if (!(await entries.deleteEntry(id))) continue;
        await staff.note({ actor, action: 'form-entry.delete', subject: id });
        deleted += 1;
      }
      return { to: ENTRIES_PAGE, query: { done: 'entriesDeleted', n: String(deleted) } };
    },
  });

  return {
    actions: {
      [NAME]: {
        permission,
        page: ENTRIES_PAGE,
        repeatable: true,
        async run(request, fields) {
          if (fields.text('act') === 'delete') return deleting.preview.run(request, fields);
          const found = await findChosen(fields);
          if (found.length === 0) return nothingChosen(request);
          const name = `${found[0]?.form ?? ''}.csv`;
          const { id: actor } = requireUser(request);
          await staff.note({ actor, action: 'list.export', subject: name, details: { rows: found.length } });
          return { file: { name, type: 'text/csv', body: writeCsv(buildCsvRows(found)) } };
        },
      },
      [DELETE]: deleting.run,
    },
  };
}

/** The form around the list, for the selected entries. */
export function buildActOnChosenForm(request: AdminRequest, form: string): FormView {
  const { t } = request;
  return buildFormView(request, {
    action: NAME,
    id: 'chosen-entries',
    submit: t('entries.act'),
    hidden: { form },
    fields: [
      {
        name: 'act',
        label: t('entries.chosen'),
        type: 'select',
        value: 'export',
        options: acts.map((act) => ({ value: act, label: t(`entries.act.${act}`) })),
      },
    ],
  });
}
