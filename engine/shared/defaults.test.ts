import { expect, test } from 'vitest';
import { withDefaults } from './defaults.ts';

test('A property that is left out gets its default', () => {
  expect(withDefaults({ title: 'a' }, [{ path: ['look'], value: 'calm' }])).toEqual({ title: 'a', look: 'calm' });
});

test('A property that is written keeps its value, even when that is false or empty', () => {
  const written = { open: false, look: '' };
  const defaults = [
    { path: ['open'], value: true },
    { path: ['look'], value: 'calm' },
  ];
  expect(withDefaults(written, defaults)).toBe(written);
});

test('Every item of a list gets its defaults, and the document itself is not changed', () => {
  const written = { items: [{ label: 'a' }, { label: 'b', open: true }] };
  expect(withDefaults(written, [{ path: ['items', '[]', 'open'], value: false }])).toEqual({
    items: [
      { label: 'a', open: false },
      { label: 'b', open: true },
    ],
  });
  expect(written.items[0]).toEqual({ label: 'a' });
});

test('Every value of a map gets its defaults', () => {
  expect(withDefaults({ links: { a: {} } }, [{ path: ['links', '*', 'open'], value: false }])).toEqual({
    links: { a: { open: false } },
  });
});

test('A default inside something that is left out adds nothing', () => {
  const written = {};
  expect(withDefaults(written, [{ path: ['image', 'grade'], value: 'none' }])).toBe(written);
});

test('A value of another shape than expected is left alone', () => {
  const written = { items: 'none', image: null };
  const defaults = [
    { path: ['items', '[]', 'open'], value: false },
    { path: ['image', 'grade'], value: 'none' },
  ];
  expect(withDefaults(written, defaults)).toBe(written);
});
