import { expect, test } from 'vitest';
import { bench } from '#tests/helpers/backend.ts';
import { formSite, goodAnswers } from '#tests/helpers/form-site.ts';
import { serveSite, testSettings } from '#tests/helpers/site-server.ts';

const { start } = bench('sqlite');

test('An API client sends an entry of a form, once under a key, and reads at which field it is wrong', async () => {
  const backend = await start();
  const env = { GRAPHQL_PERSISTED_ONLY: 'false' };
  const server = await serveSite({ site: formSite(), backend, settings: testSettings(env) });
  const query = `mutation ($input: SubmitFormInput!) {
    submitForm(input: $input, locale: de, idempotencyKey: "1234567890123456789012") { code errors { field rule text } }
  }`;
  const send = async (fields: Readonly<Record<string, string>>, form = 'lead') => {
    const answers = Object.entries(fields).map(([field, value]) => ({ field, values: [value] }));
    const input = { form, answers, document: 'pages/contact', query: 'utm_source=paper' };
    const response = await fetch(new URL('graphql', server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { input } }),
    });
    const body: { readonly data?: { readonly submitForm: object } } = await response.json();
    return body.data?.submitForm;
  };
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
