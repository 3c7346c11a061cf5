import { expect, test } from 'vitest';
import type { FormDocument } from '#schemas/generated/documents.ts';
import { bench } from '#tests/helpers/backend.ts';
import { everyType, formSite, goodAnswers } from '#tests/helpers/form-site.ts';
import { serveSite, testSettings } from '#tests/helpers/site-server.ts';

const { start } = bench('sqlite');

async function served(lead?: FormDocument) {
  const backend = await start();
  const env = { GRAPHQL_PERSISTED_ONLY: 'false' };
  const server = await serveSite({ site: formSite(lead), backend, settings: testSettings(env) });
  const query = `mutation ($input: SubmitFormInput!, $key: String) {
    submitForm(input: $input, locale: de, idempotencyKey: $key) { code errors { field rule text } }
  }`;
  const send = async (fields: Readonly<Record<string, string>>, form = 'lead', key = '1234567890123456789012') => {
    const answers = Object.entries(fields).map(([field, value]) => ({ field, values: [value] }));
    const input = { form, answers, document: 'pages/contact', query: 'utm_source=paper' };
    const response = await fetch(new URL('graphql', server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { input, key } }),
    });
    const body: { readonly data?: { readonly submitForm: object } } = await response.json();
    return body.data?.submitForm;
  };
  return { backend, send };
}

test('An API client sends an entry of a form, once under a key, and reads at which field it is wrong', async () => {
  const { backend, send } = await served();
  expect(await send({ ...goodAnswers, email: 'zoe@' })).toEqual({
    code: 'INVALID',
    errors: [{ field: 'email', rule: 'PATTERN', text: 'Bitte prüfen Sie die Adresse: name@example.com.' }],
  });
  expect(await send(goodAnswers)).toEqual({ code: 'RECEIVED', errors: [] });
  expect(await send(goodAnswers)).toEqual({ code: 'RECEIVED', errors: [] });
  expect(await send(goodAnswers, 'unknown')).toEqual({ code: 'UNKNOWN', errors: [] });
  const entries = await backend.ports.database.db.selectFrom('form_entries').select(['document', 'query']).execute();
  expect(entries).toEqual([{ document: 'pages/contact', query: '{"utm_source":"paper"}' }]);
});

test('An API client reads that fewer places are left, or none', async () => {
  const fields = everyType.fields.map((field) => (field.type === 'number' ? { ...field, required: true } : field));
  const { send } = await served({
    ...everyType,
    fields,
    places: { total: 2, counts: 'guests', full: everyType.submit },
  });
  const book = (guests: string, key: string) => send({ ...goodAnswers, guests }, 'lead', key.repeat(22));
  expect(await book('3', 'a')).toEqual({
    code: 'INVALID',
    errors: [
      {
        field: 'guests',
        rule: 'PLACES',
        text: 'So viele Plätze sind nicht mehr frei. Bitte wählen Sie eine kleinere Zahl.',
      },
    ],
  });
  expect(await book('2', 'a')).toEqual({ code: 'RECEIVED', errors: [] });
  expect(await book('1', 'b')).toEqual({ code: 'FULL', errors: [] });
});
