import { expect, test } from 'vitest';
import { listImagePlaces, withImage } from './choose-image.ts';

const metadata = { alt: { de: 'Halle' }, isDecorative: false, focus: { x: 50, y: 50 } };

test('images of a document are found at any depth', () => {
  const document = {
    meta: { image: { src: 'images/a.jpg' } },
    blocks: [{ cards: [{ image: { src: 'images/b.jpg' } }] }],
  };
  expect(listImagePlaces(document).map(({ path, image }) => [path.join('.'), image.src])).toEqual([
    ['meta.image', 'images/a.jpg'],
    ['blocks.0.cards.0.image', 'images/b.jpg'],
  ]);
});

test('another image has no crop of the former one, and keeps what its place asks for', () => {
  const image = { src: 'images/a.jpg', crop: {}, narrow: {}, focus: {}, grade: 'dark', alt: 'site.hall' };
  expect(withImage(image, 'images/b.jpg', metadata, ['en', 'de'])).toEqual({
    src: 'images/b.jpg',
    grade: 'dark',
    alt: { en: 'Halle', de: 'Halle' },
  });
  expect(withImage(image, 'images/b.jpg', null, ['en'])).toEqual({ src: 'images/b.jpg', grade: 'dark' });
  expect(withImage(image, 'images/a.jpg', null, ['en'])).toMatchObject({ src: 'images/a.jpg', alt: 'site.hall' });
  const decorative = { ...metadata, isDecorative: true, focus: { x: 25, y: 100 } };
  expect(withImage(image, 'images/b.jpg', decorative, ['en'])).toEqual({
    src: 'images/b.jpg',
    grade: 'dark',
    decorative: true,
    focus: { x: 0.25, y: 1 },
  });
});
