import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inBlocks } from '#engine/documents/block-files.ts';
import { listPaths } from '#engine/documents/list-paths.ts';
import type { BrandDocument } from '#schemas/generated/documents.ts';
import { exampleBrandDocument } from '#tests/helpers/brand.ts';
import { buildBrand } from './brand.ts';
import { weightsOfMails, weightsOfPages } from './weights.ts';

const { hairline: _hairline, icons: _icons, previews: _previews, mails: _mails, ...least } = exampleBrandDocument;
const built = (changes: Partial<BrandDocument> = {}) => buildBrand({ ...least, ...changes });

test('what a look leaves out takes the colour of what is nearest to it', () => {
  expect(built().night).toMatchObject({
    surface: 'slate',
    mutedText: 'chalk',
    eyebrow: 'chalk',
    accentHover: 'mint',
    controlLine: 'chalk',
    focus: 'chalk',
    selection: 'slate',
  });
  const muted = { ...least.night, mutedText: 'mint' };
  expect(built({ night: muted }).night).toMatchObject({ eyebrow: 'mint', line: 'mint', controlLine: 'mint' });
});

test('browser, icons, previews and mails follow the looks until the brand says otherwise', () => {
  const brand = built();
  expect(brand.browser).toEqual({ day: '#F4F7F6', ink: '#16211E' });
  expect(brand.icons).toEqual({ tab: '#1F5A45', tabAtNight: '#9AD8BD', ground: '#1F5A45', lines: '#FFFFFF' });
  expect(brand.previews.ink).toEqual({ ground: '#16211E', text: '#F4F7F6', line: '#1F5A45' });
  expect(brand.mails).toMatchObject({ lining: '#1F5A45', day: { figure: '#1F5A45' }, night: { figure: '#9AD8BD' } });

  const other = built({
    hairline: 'mint',
    icons: { lines: 'mint' },
    previews: { night: { text: '#FFFFFF' } },
    mails: { figureAtNight: 'white', lining: 'slate' },
  });
  expect(other.icons).toEqual({ ...brand.icons, lines: '#9AD8BD' });
  expect(other.previews.ink).toEqual({ ground: '#16211E', text: '#FFFFFF', line: '#9AD8BD' });
  expect(other.mails).toMatchObject({ lining: '#16211E', day: { figure: '#1F5A45' }, night: { figure: '#FFFFFF' } });
});

test('names of fonts with a blank are in quotes, and mails may have fonts of their own in the place of one', () => {
  const text = { ...least.fonts.text, similarInMails: ['Helvetica Neue', 'sans-serif'] };
  const { mails } = built({ fonts: { ...least.fonts, text } });
  expect(mails.display.stack).toBe("'Bodoni Moda',Georgia,serif");
  expect(mails.text.stack).toBe("'Instrument Sans','Helvetica Neue',sans-serif");
});

/** Labels of made-up makers, which are to look as if each had a font of its own. */
const BOLD_LABEL = 'blocks/brand-carousel/BrandCarousel.module.css: 700';

test('pages and mails use no weight that is not asked of a brand', () => {
  const weightsIn = (file: string): string[] =>
    [...readFileSync(file, 'utf8').matchAll(/\bfont(?:-weight)?:\s*(\d{3})\b/g)].map(
      ([, weight]) => `${file}: ${weight}`,
    );
  const readWeight = (use: string): number => Number(use.slice(-3));
  const pages = listPaths('.', inBlocks('**/*.css')).flatMap(weightsIn);
  const unasked = pages.filter((use) => !weightsOfPages.text.includes(readWeight(use)));
  expect(unasked).toEqual([BOLD_LABEL]);
  const mails = weightsIn('server/platform/mail/render-html.ts').map(readWeight);
  expect([...new Set(mails)].toSorted()).toEqual(weightsOfMails.text);
});
