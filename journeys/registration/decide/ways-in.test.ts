import { expect, test } from 'vitest';
import type { ResolvedBlock } from '#engine/documents/types.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { renderExample } from '#tests/contract/render-example.ts';

// Anyone who holds no code finds the way in wherever a code is asked for (S18).
const site = await projectSite();
const way = 'pages/membership-interest';

interface Placed {
  readonly document: string;
  readonly block: ResolvedBlock;
}

const blocksIn = (blocks: readonly ResolvedBlock[]): readonly ResolvedBlock[] =>
  blocks.flatMap((block) => [block, ...blocksIn(block.blocks)]);
// Staff users need no way in.
const visited = [...site.documents.values()].filter(({ id }) => !id.startsWith('pages/admin/'));
const placed: readonly Placed[] = visited.flatMap((document) =>
  blocksIn(document.blocks).map((block) => ({ document: document.id, block })),
);
const ofType = (type: string): readonly Placed[] => placed.filter(({ block }) => block.type === type);
const targets = (props: unknown): readonly string[] =>
  [...JSON.stringify(props).matchAll(/"to":"([^"]+)"/g)].map(([, to = '']) => to);
const codeFields = ofType('registration-form').flatMap(({ document, block }) =>
  (block.props['groups'] as { readonly fields: readonly { readonly name: string }[] }[])
    .flatMap(({ fields }) => fields.filter(({ name }) => name === 'code'))
    .map((field) => ({ document, field })),
);

test('Every card for a code and every field for one lead those without a code to membership interest', () => {
  expect(ofType('access-code').length).toBeGreaterThan(1);
  for (const { document, block } of ofType('access-code')) expect(targets(block.props), document).toContain(way);
  expect(codeFields.length).toBeGreaterThan(5);
  for (const { document, field } of codeFields) expect(targets(field), document).toContain(way);
});

test('Every menu, every whole footer and the pages that refuse a code lead there, too', () => {
  for (const { document, block } of ofType('header')) expect(targets(block.props), document).toContain(way);
  const footers = ofType('footer').filter(({ block }) => block.props['look'] !== 'slim');
  expect(footers.length).toBeGreaterThan(0);
  for (const { document, block } of footers) expect(targets(block.props), document).toContain(way);
  const refusals = ofType('notice').filter(({ document }) => document === 'pages/registration/deny');
  expect(refusals.map(({ block }) => block.id)).toEqual(['invalid', 'expired']);
  for (const { block } of refusals) expect(targets(block.props)).toContain(way);
});

test.each(locales)('In "%s" the questions lead there, and a missing or wrong code leaves the way open.', (locale) => {
  const faq = placed.find(({ document, block }) => document === 'landings/default' && block.type === 'faq');
  const code = placed.find(({ document, block }) => document === 'landings/code' && block.type === 'access-code');
  const join = placed.find(({ document, block }) => document === 'landings/default' && block.id === 'join');
  const href = locale === 'en' ? '/membership-interest' : `/${locale}/membership-interest`;
  const link = new RegExp(`<a href="${href}"[^>]*>[^<]+</a>`);
  const show = (block: Placed | undefined, formState?: Parameters<typeof renderExample>[1]['formState']): string =>
    renderExample({ ...block?.block, ...block?.block.props, blocks: undefined }, { site, locale, formState });
  expect(show(faq)).toMatch(link);
  for (const message of ['errors.codeMissing', 'errors.codeInvalid'] as const) {
    const errors = { code: message };
    expect(show(code, { form: 'code', values: { code: 'ANNA' }, errors })).toMatch(link);
    expect(show(join, { form: 'registration', values: { code: 'ANNA' }, errors })).toMatch(link);
  }
});
