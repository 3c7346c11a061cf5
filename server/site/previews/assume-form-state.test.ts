import { expect, test } from 'vitest';
import { type FormPreview, formViews, listFormViews } from '#engine/documents/forms/form-views.ts';
import { everyType, formSite, inline } from '#tests/helpers/form-site.ts';
import { plainCompile } from '#tests/helpers/plain-compile.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import type { Site } from '#engine/documents/types.ts';
import { assumeFormState } from './assume-form-state.ts';
import { renderPage } from './render-page.ts';

const assume = (view: FormPreview, block: string, site: Site, id = 'pages/contact') => {
  const document = site.documents.get(id);
  return document && assumeFormState({ view, block }, document, site);
};

test('A form document is shown with the errors of an empty entry, with valid answers, and with its thanks', () => {
  const site = formSite();
  const form = 'forms/lead#one';
  expect(assume('errors', 'one', site)).toEqual({
    form,
    values: {},
    // `phone` is asked for another size only.
    errors: { name: 'required', email: 'required', size: 'required', privacy: 'required' },
  });
  expect(assume('filled', 'one', site)).toEqual({
    form,
    values: {
      name: 'Maximiliane Konstantinopoulos-Wolfensberger',
      email: 'maximiliane.konstantinopoulos@example.com',
      size: 'small',
      phone: '+49 30 1234567 89',
      guests: '12',
      day: '2026-12-01',
      diet: 'meat\nfish\ngluten',
      message: 'Maximiliane Konstantinopoulos-Wolfensberger',
      news: 'on',
      privacy: 'on',
    },
    errors: {},
  });
  expect(assume('sent', 'one', site)).toEqual({ form, values: {}, errors: {}, phase: 'sent' });
  expect(assume('full', 'one', site)).toBeUndefined();
  expect(assume('errors', 'three', site)).toBeUndefined();
});

test('Only the first step of a form document has errors', () => {
  const steps = [
    { title: inline('Who'), fields: ['name', 'email'] },
    { title: inline('What'), fields: ['size', 'phone', 'guests', 'day', 'diet', 'message', 'news', 'privacy'] },
  ];
  const state = assume('errors', 'one', formSite({ ...everyType, steps }));
  expect(state?.errors).toEqual({ name: 'required', email: 'required' });
});

test('A form of a journey has the messages of its required fields', async () => {
  const site = await projectSite();
  const state = assume('errors', 'join', site, 'landings/default');
  expect(state?.form).toBe('registration');
  expect(state?.errors).toMatchObject({ email: expect.stringMatching(/^errors\./) });
  expect(assume('filled', 'join', site, 'landings/default')?.values['email']).toContain('@');
  expect(assume('sent', 'join', site, 'landings/default')).toBeUndefined();
});

test('A form has the views that its document describes', () => {
  const title = inline('Thanks');
  const ask = { title, submit: title };
  expect(listFormViews()).toEqual(['errors', 'filled']);
  expect(listFormViews({ sent: { show: 'page', page: 'pages/thanks' } })).toEqual(['errors', 'filled']);
  expect(listFormViews({ sent: everyType.sent, places: {}, confirm: { ask, confirmed: everyType.sent } })).toEqual(
    formViews,
  );
});

test('A preview shows the form of one block in a state', async () => {
  const view = { document: 'pages/contact', locale: 'en', now: 0, form: { block: 'two', view: 'sent' } } as const;
  const html = await renderPage(formSite(), plainCompile, view);
  expect(html).toContain('{"form":"forms/lead#two","values":{},"errors":{},"phase":"sent"}');
});
