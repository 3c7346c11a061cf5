import { expect, test } from 'vitest';
import { projectSite } from '#tests/contract/project.ts';
import { renderExample } from '#tests/contract/render-example.ts';
import examples from './examples.json' with { type: 'json' };

const site = projectSite();
const block = examples[0]?.block;
if (block === undefined) throw new Error('The example is missing.');

test('The note stands below a code; a card without one says already that it is in the mail.', () => {
  const note = 'We have sent you the code by email as well.';
  const render = (voucher: string): string => renderExample(block, { site, locale: 'en', facets: { voucher } });
  expect(render('minimum-order')).toContain(note);
  expect(render('none')).not.toContain(note);
});
