import { expect, test } from 'vitest';
import { projectSite } from '#tests/contract/project.ts';
import { renderExample } from '#tests/contract/render-example.ts';
import examples from './examples.json' with { type: 'json' };

const site = projectSite();
const block = examples[0]?.block;
if (block === undefined) throw new Error('The example is missing.');
const render = (product: 'none' | 'asked') => renderExample(block, { site, locale: 'en', facets: { product } });

test('The dialog is open without a script where the address asks for a product, and closed elsewhere.', () => {
  expect(render('asked')).toContain('<dialog id="price" open=""');
  expect(render('none')).toMatch(/<dialog id="price" (?!open)/);
});

test('A form closes the dialog without a script.', () => {
  expect(render('asked')).toMatch(/<form [^>]*method="dialog"><button type="submit">Close/);
});

test('The answer to the form shows the registration of the same page.', () => {
  expect(render('none')).toContain('action="/do/become-member#price"');
});
