import type { FormView, TableView } from '#engine/shared/data-view.ts';

const isRefused = ({ error, fields }: FormView): boolean =>
  error !== undefined || fields.some((field) => field.error !== undefined);

const listForms = ({ chosen, rows }: TableView): readonly FormView[] => [
  ...(chosen === undefined ? [] : [chosen]),
  ...rows.flatMap(({ cells }) => cells.flatMap(({ forms = [] }) => forms)),
];

/** A table after a live update, which knows nothing about forms that were refused: they stay as they are, with what is wrong in them. */
export function keepRefusedForms(table: TableView, before: TableView): TableView {
  const refused = new Map(listForms(before).flatMap((form) => (isRefused(form) ? [[form.id, form] as const] : [])));
  if (refused.size === 0) return table;
  const keep = (form: FormView): FormView => refused.get(form.id) ?? form;
  return {
    ...table,
    ...(table.chosen && { chosen: keep(table.chosen) }),
    rows: table.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell) => (cell.forms ? { ...cell, forms: cell.forms.map(keep) } : cell)),
    })),
  };
}
