import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '#server/platform/paths.ts';
import { projectBrand } from '#tests/helpers/brand.ts';
import { loadInlineAttachments, buildImageUrl } from './inline-attachments.ts';
import { plainTheme } from './mail-theme.ts';
import { buildStyleSheets } from './style.ts';

const theme = projectBrand().mails;
const { enclose, selfContained } = loadInlineAttachments(root, theme);
const html = `${buildStyleSheets(theme)}<img src="${buildImageUrl('pages-config/brand/letter/flap.png')}"><td style="background:url('${buildImageUrl('lining.jpg')}')">`;

test('a letter takes the images along that it shows, each once, with its kind and its bytes', () => {
  const { images } = enclose(html);
  expect(images.map(({ cid, contentType }) => [cid, contentType])).toEqual([
    ['flap.png@letter', 'image/png'],
    ['lining.jpg@letter', 'image/jpeg'],
  ]);
  for (const { content } of images) expect(content.length).toBeGreaterThan(1_000);
  expect(enclose('<p>a mail of an earlier release</p>')).toEqual({
    html: '<p>a mail of an earlier release</p>',
    images: [],
  });
});

test('brings both faces of the brand, and stays below the 102 KB after which Gmail cuts a mail off', () => {
  const sent = enclose(html).html;
  expect(sent.match(/@font-face\{font-family:'[^']+'/g)).toEqual(
    [theme.display, theme.text].map(({ family }) => `@font-face{font-family:'${family}'`),
  );
  expect(sent.length).toBeLessThan(80_000);
});

test('all its images together are lighter than 100 KB, so that thousands of letters still leave in time', () => {
  const names = readdirSync('pages-config/brand/letter').filter((name) => /\.(?:png|jpg)$/.test(name));
  const all = enclose(names.map((name) => `cid:${name}@letter`).join(' ')).images;
  expect(all.map(({ filename }) => filename).toSorted()).toEqual(names.toSorted());
  expect(all.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThan(100_000);
});

test('for a browser everything is inside: no address of an image is left', () => {
  const page = selfContained(html);
  expect(page).not.toContain('cid:');
  expect(page.match(/data:image\/(?:png|jpeg);base64,/g)?.length).toBe(2);
  expect(page.match(/data:font\/woff2;base64,/g)?.length).toBe(2);
});

test('a brand without files brings nothing along', () => {
  expect(loadInlineAttachments(root, plainTheme).enclose(html)).toEqual({
    html: html.replace('/*fonts*/', ''),
    images: [],
  });
});

test('a file that is gone is named', () => {
  const broken = { ...theme, emblem: 'pages-config/brand/letter/gone.png' };
  expect(() => loadInlineAttachments(root, broken)).toThrow('pages-config/brand/letter/gone.png');
});

test('with several brands a mail gets the fonts and images of its own', () => {
  const other = {
    ...plainTheme,
    emblem: 'pages-config/brand/letter/emblem.png',
    display: { family: 'Courier', stack: 'Courier', embedded: theme.text.embedded },
  };
  const both = loadInlineAttachments(root, { ...theme, emblem: undefined }, [other]);
  expect(both.enclose(html).html.match(/font-family:'[^']+';font-style/g)).toHaveLength(2);
  const mail = `${buildStyleSheets(other)}<p style="font-family:Courier"><img src="${buildImageUrl('emblem.png')}">`;
  const sent = both.enclose(mail);
  expect(sent.html.match(/font-family:'[^']+';font-style/g)).toEqual(["font-family:'Courier';font-style"]);
  expect(sent.images.map(({ filename }) => filename)).toEqual(['emblem.png']);
});
