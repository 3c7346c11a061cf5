import { expect, test } from 'vitest';
import { projectSite } from '#tests/contract/project.ts';
import { renderExample } from '#tests/contract/render-example.ts';
import examples from './examples.json' with { type: 'json' };

const site = projectSite();
const named = (wanted: string) => {
  const block = examples.find(({ name }) => name === wanted)?.block;
  if (block === undefined) throw new Error(`There is no example "${wanted}".`);
  return block;
};

test.each(['Invitation', 'Two doors'])('The hint belongs to the field (%s).', (name) => {
  const markup = renderExample(named(name), { site, locale: 'en' });
  const field = /<input[^>]*name="code"[^>]*>/.exec(markup)?.[0] ?? '';
  const hint = /aria-describedby="([^" ]+)/.exec(field)?.[1];
  expect(hint).toBeDefined();
  expect(markup).toMatch(new RegExp(`id="${hint}"[^>]*>[^<]*ANNA`));
});

test('The second entry point stays beside a refusal.', () => {
  const formState = { form: 'code', values: { code: 'ANNA' }, errors: { code: 'errors.codeInvalid' } } as const;
  const markup = renderExample(named('Two doors'), { site, locale: 'en', formState });
  expect(markup.indexOf('No code yet?')).toBeGreaterThan(markup.indexOf('aria-invalid'));
  expect(markup).toMatch(/<a href="\/membership-interest"[^>]*>Apply for membership<\/a>/);
});
