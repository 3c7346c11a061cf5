import { expect, test } from 'vitest';
import { projectSite } from '#tests/contract/project.ts';
import { renderExample } from '#tests/contract/render-example.ts';
import examples from './examples.json' with { type: 'json' };

const site = projectSite();
const block = examples[0]?.block;
if (block === undefined) throw new Error('The example is missing.');

test('The form has a button only.', () => {
  const form = /<form[^>]*action="\/do\/resend-activation".*?<\/form>/s.exec(
    renderExample(block, { site, locale: 'en' }),
  )?.[0];
  expect(form).toContain('Send the link again');
  expect(form).not.toMatch(/<input(?![^>]*type="hidden")/);
});

test('A refusal is above the button.', () => {
  const formState = { form: 'resend-activation', values: {}, errors: {}, refusal: 'refusals.stepMissing' } as const;
  const markup = renderExample(block, { site, locale: 'de', formState });
  expect(markup.indexOf('role="alert"')).toBeGreaterThan(0);
  expect(markup.indexOf('role="alert"')).toBeLessThan(markup.indexOf('type="submit"'));
});
