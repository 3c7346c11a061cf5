import { expect, test } from 'vitest';
import { projectSite } from '#tests/contract/project.ts';
import { renderExample } from '#tests/contract/render-example.ts';
import examples from './examples.json' with { type: 'json' };

test('The way on is one link, in the order of the page.', () => {
  const markup = renderExample(examples[0]?.block ?? {}, { site: projectSite(), locale: 'sv' });
  expect(markup.match(/<a [^>]*href="#join"/g)).toHaveLength(1);
});
