import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { FieldView, FormView } from '#engine/block-kit/index.ts';
import { ViewForm } from './ViewForm.tsx';

const field = (name: string, more: Partial<FieldView> = {}): FieldView => ({
  name,
  label: name,
  type: 'text',
  ...more,
});
const form = (...fields: readonly FieldView[]): FormView => ({
  id: 'create',
  method: 'post',
  action: '/do/admin/create',
  fields,
  hidden: {},
  submit: 'Create',
});

test('A refused field says why, is marked as wrong, and is where the browser goes without a script.', () => {
  const markup = renderToStaticMarkup(
    <ViewForm form={form(field('name'), field('code', { error: 'Too short.', value: 'A' }))} />,
  );
  expect(markup).toMatch(
    /<input(?=[^>]* aria-describedby="create-code-error")(?=[^>]* aria-invalid="true")[^>]* autofocus=""/,
  );
  expect(markup.match(/autofocus/g)).toHaveLength(1);
  expect(markup).toMatch(/id="create-code-error".*Too short\./);
});

test('A form that a passkey fills in is hidden until a script can ask for one, and says so in its place.', () => {
  const passkey = {
    ceremony: 'create',
    options: '{}',
    ticket: 't',
    ended: 'No.',
    without: 'Scripts are off.',
  } as const;
  const markup = renderToStaticMarkup(<ViewForm form={{ ...form(field('name')), passkey }} />);
  expect(markup).toMatch(/<vitrine-passkey[^>]*><form id="create"[^>]* hidden=""/);
  expect(markup).toContain('Scripts are off.');
});

test('A form without errors does not move the focus.', () => {
  expect(renderToStaticMarkup(<ViewForm form={form(field('name', { hint: 'As guests read it.' }))} />)).not.toMatch(
    /autofocus/i,
  );
});

test('Words that lead over to another way go with the form that they follow.', () => {
  const passkey = { ceremony: 'get', options: '{}', ticket: 't', ended: 'No.' } as const;
  const markup = renderToStaticMarkup(<ViewForm form={{ ...form(), or: 'or with a password', passkey }} />);
  expect(markup).toMatch(/<form[^>]* hidden="".*<\/button><p[^>]*>or with a password<\/p><\/form>/);
});
