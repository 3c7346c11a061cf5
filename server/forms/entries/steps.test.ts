import { expect, test } from 'vitest';
import { bench } from '#tests/helpers/backend.ts';
import { everyType, formSite, goodAnswers } from '#tests/helpers/form-site.ts';
import { serveSite, testSettings } from '#tests/helpers/site-server.ts';

const { start } = bench('sqlite');
const title = everyType.submit;
const steps = [
  { title, fields: ['name', 'email'] },
  { title, fields: ['size', 'phone', 'guests', 'day', 'diet'] },
  { title, fields: ['message', 'news', 'privacy'] },
];

async function served() {
  const site = formSite({ ...everyType, steps });
  const backend = await start({ documents: () => site });
  const server = await serveSite({ site, backend, settings: testSettings() });
  const visitor = server.visitor();
  const send = (step: string, more: Readonly<Record<string, string>> = {}) =>
    visitor.submit('forms/lead', { block: 'one', _step: step, ...more }, '/de/contact');
  const entries = () => backend.ports.database.db.selectFrom('form_entries').selectAll().execute();
  return { send, entries };
}

const { name = '', email = '', size = '', privacy = '' } = goodAnswers;

test('A form in steps asks for one after the other without a script, stores nothing before the last, and leads back', async () => {
  const { send, entries } = await served();
  const second = await send('0', { name, email });
  expect([second.status, second.form]).toMatchObject([200, { stepIndex: 1, values: { name, email }, errors: {} }]);
  expect((await send('1', { name, email, size, _back: '1' })).form).toMatchObject({
    stepIndex: 0,
    values: { name, size },
  });
  expect((await send('1', { name, email, size })).form).toMatchObject({ stepIndex: 2, values: { name, email, size } });
  expect(await entries()).toEqual([]);
  expect((await send('2', { name, email, size, privacy })).form).toMatchObject({ phase: 'sent' });
  expect(await entries()).toHaveLength(1);
});

test('A step is refused for its own fields and those before it, and the page shows the first step with a mistake', async () => {
  const { send, entries } = await served();
  const first = await send('0', { name: '', email });
  expect([first.status, first.form.errors]).toEqual([422, { name: 'required' }]);
  expect(first.form).not.toHaveProperty('step');
  const second = await send('1', { name, email, size: 'large' });
  expect([second.status, second.form]).toMatchObject([422, { stepIndex: 1, errors: { phone: 'required' } }]);
  // Someone changed an earlier answer by hand.
  const last = await send('2', { name: '', email, size, privacy });
  expect([last.status, last.form.errors]).toEqual([422, { name: 'required' }]);
  expect(last.form).not.toHaveProperty('step');
  for (const step of ['-1', '7', 'x'])
    expect((await send(step, { name, email, size })).form).toMatchObject({
      stepIndex: 2,
      errors: { privacy: 'required' },
    });
  expect(await entries()).toEqual([]);
});

test('Going back stores nothing where the form has no steps any more', async () => {
  const site = formSite();
  const backend = await start({ documents: () => site });
  const server = await serveSite({ site, backend, settings: testSettings() });
  const fields = { ...goodAnswers, _step: '2', _back: '1' };
  expect((await server.visitor().submit('forms/lead', fields, '/de/contact')).form).toMatchObject({ values: { name } });
  expect(await backend.ports.database.db.selectFrom('form_entries').selectAll().execute()).toEqual([]);
});
