import { expect, test } from 'vitest';
import type { FormView } from '#engine/shared/data-view.ts';
import type { RejectedForm } from './admin-page.ts';
import { buildTitledActions } from './build-actions.ts';

const form: FormView = {
  id: 'create-token',
  title: 'Create a token',
  method: 'post',
  action: '/do/create-token',
  hidden: {},
  fields: [],
  submit: 'Create',
};

function build(refused: RejectedForm | null, query = '') {
  const actionHref = (action: string) => `/do/${action}`;
  const section = buildTitledActions({ query: new URLSearchParams(query), refused, actionHref }, [form]);
  return section.kind === 'actions' ? section.actions : [];
}

const sent = { action: 'create-token', values: { name: 'crm' }, errors: {} };

test('The title of a form is the name of its button, and the form is closed until the button is used or the address names it', () => {
  expect(build(null)).toMatchObject([{ label: 'Create a token', isOpen: false }]);
  expect(build(null)[0]?.form.title).toBeUndefined();
  expect(build(null, 'open=create-token')).toMatchObject([{ isOpen: true }]);
});

test('a form that comes back after a sign-in is open, and closed beside what it led to', () => {
  expect(build(sent)).toMatchObject([{ isOpen: true }]);
  expect(build({ ...sent, isAnswered: true })).toMatchObject([{ isOpen: false }]);
  expect(build({ ...sent, action: 'revoke-token' })).toMatchObject([{ isOpen: false }]);
});
