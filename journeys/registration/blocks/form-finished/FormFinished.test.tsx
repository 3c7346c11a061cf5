import { expect, test } from 'vitest';
import { projectSite } from '#tests/contract/project.ts';
import { renderExample } from '#tests/contract/render-example.ts';
import examples from './examples.json' with { type: 'json' };

const site = projectSite();
const [page, dialog] = examples.map(({ block }) => block);
if (page === undefined || dialog === undefined) throw new Error('The examples of a page and a dialog are missing.');

test('The dialog opens and closes without a script.', () => {
  const markup = renderExample(dialog, { site, locale: 'en' });
  expect(markup).toContain('<dialog id="finished" open=""');
  expect(markup).toMatch(/<form [^>]*method="dialog"><button type="submit">Close/);
  expect(renderExample(page, { site, locale: 'en' })).not.toContain('<dialog');
});

test('The form for another address is closed until it is asked for or was refused.', () => {
  const details = (errors: Record<string, string>): string =>
    /<details[^>]*>/.exec(
      renderExample(page, { site, locale: 'en', formState: { form: 'change-email', values: {}, errors } }),
    )?.[0] ?? '';
  expect(details({})).not.toContain('open');
  expect(details({ email: 'errors.email' })).toContain('open');
});

test('A refusal of the mail is above the button that asks for it.', () => {
  const markup = renderExample(page, {
    site,
    locale: 'en',
    formState: { form: 'resend-activation', values: {}, errors: {}, refusal: 'refusals.tooMany' },
  });
  const form = /<form[^>]*action="\/do\/resend-activation".*?<\/form>/s.exec(markup)?.[0] ?? '';
  expect(form).toContain('That was a good many attempts. Please wait a few minutes');
  expect(/<details[^>]*>/.exec(markup)?.[0]).not.toContain('open');
});

test.each(['en', 'pl'] as const)('Without a script it says in %s that it cannot notice the confirmation.', (locale) => {
  const note = /<noscript>(.*?)<\/noscript>/s.exec(renderExample(page, { site, locale }))?.[1] ?? '';
  expect(note).toContain('JavaScript');
  expect(note).toContain(locale === 'en' ? 'Please go on' : 'Prosimy kontynuować');
});
