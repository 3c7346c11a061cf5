import { expect, test } from 'vitest';
import { projectSite } from '#tests/contract/project.ts';
import { renderExample, type Rendering } from '#tests/contract/render-example.ts';
import { everyType } from '#tests/helpers/form-site.ts';

const full = 'press.submit';
const words = 'Send enquiry';
const site = {
  ...projectSite(),
  forms: new Map([['forms/lead', { ...everyType, places: { total: 5, full } }]]),
};
const markup = (id: string, state?: Partial<Rendering['formState']>): string =>
  renderExample(
    { id, type: 'form', form: 'forms/lead', title: 'press.title', text: 'press.text' },
    {
      site,
      locale: 'en',
      facets: { 'full:forms/lead': 'yes' },
      ...(state && { formState: { form: 'forms/lead#one', values: {}, errors: {}, ...state } }),
    },
  );

test.each(['one', 'two'])(
  'A form without places left says so in the place of its fields and of what it is for, in block "%s" too',
  (id) => {
    const shown = markup(id);
    expect(shown).toContain(words);
    expect(shown).not.toContain('<form');
    expect(shown).not.toContain('Tell us what you are working on');
  },
);

test('A line of text that is too short says so', () => {
  const field = { name: 'name', type: 'text', label: full, minLength: 5 } as const;
  const short = { ...site, forms: new Map([['forms/lead', { ...everyType, fields: [field] }]]) };
  const block = { id: 'one', type: 'form', form: 'forms/lead', title: 'press.title' } as const;
  const shown = renderExample(block, { site: short, locale: 'en' });
  expect(shown).toMatch(/<input[^>]* minLength="5"/i);
  expect(shown).toContain('Please write a little more here.');
});

test('A form that was full when it was sent says so above its fields, with what was typed', () => {
  const shown = markup('one', { refusal: full, values: { name: 'Zoë' } });
  expect(shown).toContain(words);
  expect(shown).toContain('value="Zoë"');
});
