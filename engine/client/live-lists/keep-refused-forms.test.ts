import { expect, test } from 'vitest';
import type { FormView, TableView } from '#engine/shared/data-view.ts';
import { keepRefusedForms } from './keep-refused-forms.ts';

const form = (id: string, error?: string): FormView => ({
  id,
  method: 'post',
  action: `/do/admin/${id}`,
  hidden: {},
  fields: [],
  submit: 'Send again',
  ...(error !== undefined && { error }),
});

const table = (mails: readonly FormView[], chosen: FormView): TableView => ({
  caption: 'Mails',
  columns: [{ label: 'Mail' }],
  rows: mails.map((mail) => ({ key: mail.id, cells: [{ text: mail.id, forms: [mail] }] })),
  empty: { title: 'Nothing', text: '' },
  chosen,
});

test('a live update of a list leaves what is wrong in its forms, and takes everything else', () => {
  const before = table([form('a', 'Already sent.'), form('gone', 'Refused.')], form('all', 'Choose a mail.'));
  const after = table([form('a'), form('new')], form('all'));
  const expected = table([form('a', 'Already sent.'), form('new')], form('all', 'Choose a mail.'));
  expect(keepRefusedForms(after, before)).toEqual(expected);
  expect(keepRefusedForms(after, table([form('a')], form('all')))).toBe(after);
});
