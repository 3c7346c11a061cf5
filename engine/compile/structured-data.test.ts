import { expect, test } from 'vitest';
import type { BoundBlock } from './bind.ts';
import { buildBlockStructuredData } from './structured-data.ts';

const text = (words: string) => ({ parts: [words], lang: 'en' });

function block(type: string, props: object, blocks: readonly BoundBlock[] = []): BoundBlock {
  return {
    id: type,
    htmlId: type,
    type,
    area: 'content',
    props: { ...props },
    strings: {},
    forms: [],
    questions: null,
    blocks,
    texts: new Set(),
  };
}

test('questions and places are structured data for search engines, also those of blocks in slots', () => {
  const phone = { label: text('+43 1 555'), to: { href: 'tel:+431555', external: false } };
  const place = block('place', {
    places: [
      { name: text('Vienna'), address: text('Lindengasse 7'), phone },
      { name: text('Munich'), address: text('Am Inneren Kreis 12') },
    ],
  });
  const faq = block('faq', { items: [{ question: text('When?'), answer: text('At midnight.') }] });
  expect(buildBlockStructuredData([block('section', {}, [place]), faq])).toEqual([
    { '@type': 'Place', name: 'Vienna', address: 'Lindengasse 7', telephone: '+431555' },
    { '@type': 'Place', name: 'Munich', address: 'Am Inneren Kreis 12' },
    {
      '@type': 'FAQPage',
      mainEntity: [{ '@type': 'Question', name: 'When?', acceptedAnswer: { '@type': 'Answer', text: 'At midnight.' } }],
    },
  ]);
});
