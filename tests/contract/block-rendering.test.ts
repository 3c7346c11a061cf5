import { expect, test } from 'vitest';
import { getInitials } from '#engine/block-kit/Monogram.tsx';
import { controlTexts } from '#engine/shared/engine-texts.ts';
import { readHeadingLevel } from '#engine/shared/heading-level.ts';
import { fillBlock, listInnerBlocks } from '#engine/documents/inner-blocks.ts';
import { formBindings } from '#schemas/generated/bindings.ts';
import type { InlineText } from '#schemas/generated/documents.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { type ExampleCase, examples, projectSite } from './project.ts';
import { getBindings, renderExample } from './render-example.ts';
import { replaceAt, valuesAt } from './values-at.ts';

const site = projectSite();
/** The same with a number in place of every text of a form document. */
const numberedForms = {
  ...site,
  forms: new Map(
    [...site.forms].map(([id, form]) => [
      id,
      valuesAt(form, formBindings).reduce((rest, { path }) => replaceAt(rest, path, inSevenLanguages('0')), form),
    ]),
  ),
};

test.each(examples)('$type, "$name": renders on the server in every language without a warning', ({ block }) => {
  for (const locale of locales) expect(renderExample(block, { site, locale })).not.toBe('');
});

test.each(examples)('$type, "$name": all words come from texts', ({ block, type }) => {
  const { block: numbered } = withNumbers(block);
  const markup = renderExample(numbered, {
    site: numberedForms,
    locale: 'en',
    changeStrings: () => inSevenLanguages('0'),
  });
  const engine = Object.values(controlTexts).map(({ en }) => en);
  const written = plainTexts(block);
  const given = new Set([site.config.name, site.config.shortName, ...written, ...written.map(getInitials), ...engine]);
  // The longest first: one may be in another one.
  const names = [...given].filter((name) => name.length > 2).toSorted((one, other) => other.length - one.length);
  const words = readable(markup)
    // Names in a row, as short as they may be.
    .filter((text) => !text.split(', ').every((part) => given.has(part)))
    .map((text) => names.reduce((rest, name) => rest.replaceAll(name, ''), text))
    .filter((text) => /\p{L}/u.test(text));
  expect(words, `Put these words of "${type}" into its props or its strings.json.`).toEqual([]);
});

test.each(examples)('$type, "$name": headings have the levels that the schema announces', ({ block }) => {
  const { block: numbered, headings } = withNumbers(block);
  const markup = renderExample(numbered, { site, locale: 'en', changeStrings: () => inSevenLanguages('0') });
  const found = [...markup.matchAll(/<h([1-6])\b[^>]*>(.*?)<\/h\1>/gs)].map(
    ([, level, inner = '']) => `h${level} ${/«\d+»/.exec(inner)?.[0] ?? 'own word'}`,
  );
  // A block's own words are in no document; they may head parts of the block, but never the page.
  expect(found).not.toContain('h1 own word');
  expect(found.filter((heading) => !heading.endsWith('own word')).toSorted()).toEqual([...headings].toSorted());
});

test('A block with slots shows each block in its slot, whatever the order in which they are written', () => {
  const text = { type: 'rich-text', title: 'errors.generic.title' };
  const columns = { id: 'sides', type: 'columns', title: 'errors.generic.title' };
  const html = renderExample(
    {
      ...columns,
      blocks: [
        { ...text, id: 'two', slot: 'right' },
        { ...text, id: 'one', slot: 'left' },
      ],
    },
    { site, locale: 'en' },
  );
  expect(
    [...html.matchAll(/<section id="(\w+)"|<(h\d)|class="slot/g)].map(([tag, id, heading]) => id ?? heading ?? tag),
  ).toEqual(['sides', 'h2', 'class="slot', 'one', 'h3', 'class="slot', 'two', 'h3']);
});

/** The example with a number in place of every text, and the headings that must come of it, such as `h2 «3»`. */
function withNumbers(
  block: ExampleCase['block'],
  level?: number,
): {
  readonly block: ExampleCase['block'];
  readonly headings: readonly string[];
} {
  const type = String(block['type']);
  const filled = fillBlock(block, level);
  const places = valuesAt(
    filled,
    getBindings(type).filter(({ as }) => as === 'text'),
  );
  const headings = places.flatMap(({ path, binding: { heading } }, index) =>
    heading === undefined ? [] : [`h${readHeadingLevel(heading, filled, path)} «${index}»`],
  );
  const numbered = places.reduce(
    (rest, { path }, index) => replaceAt(rest, path, inSevenLanguages(`«${index}»`)),
    filled,
  );
  const inner = listInnerBlocks(numbered, level).map((child) => withNumbers(child.block, child.level));
  return {
    block: inner.length === 0 ? numbered : { ...numbered, blocks: inner.map((child) => child.block) },
    headings: [...headings, ...inner.flatMap((child) => child.headings)],
  };
}

function inSevenLanguages(text: string): InlineText {
  return { en: text, de: text, fr: text, it: text, nl: text, pl: text, sv: text };
}

/** Words that a block takes as they are, such as the name of a label, which is the same in every language. */
function plainTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(plainTexts) : [];
}

/**
 * What a visitor reads or hears: text, and attributes that assistive technology speaks. Dates and countries are words of
 * `Intl`, messages of fields are texts of the form's schema.
 */
function readable(markup: string): readonly string[] {
  const visible = markup
    .replaceAll(/<(time|svg|template|option)\b.*?<\/\1>/gs, '')
    .replaceAll(/<p class="field-message".*?<\/p>/gs, '');
  const spoken = [
    ...visible.matchAll(/\s(?:alt|aria-label|aria-description|aria-roledescription|title|placeholder)="([^"]*)"/g),
  ].map(([, text = '']) => text);
  const text = visible.replaceAll(/<[^>]*>/g, '\n').split('\n');
  return [...text, ...spoken]
    .map((part) =>
      part
        .replaceAll('&amp;', '&')
        .replaceAll(/&#?\w+;|\bH[0-9a-f]{18}x[a-z]+x[A-Za-z]+0\b/g, '')
        .trim(),
    )
    .filter((part) => part !== '');
}

test('words that fell back to another language say which one it is (WCAG 2.2, 3.1.2)', () => {
  const german = new Map(site.texts.get('de'));
  german.delete('errors.generic.title');
  const lacking = { ...site, texts: new Map(site.texts).set('de', german) };
  const block = { id: 'message', type: 'notice', title: 'errors.generic.title', text: 'errors.generic.text' };
  const html = renderExample(block, { site: lacking, locale: 'de' });
  expect(html).toMatch(/<h1 lang="en"/);
  expect(html).not.toMatch(/<p lang=/);
});
