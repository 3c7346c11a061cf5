import { expect, test } from 'vitest';
import type { Template } from '#engine/compile/types.ts';
import { adaptForDevelopment } from './dev-template.ts';

test('A page that reports another refresh has another ETag, although it shows the same', () => {
  const template = {
    key: '86de9bf524f4',
    parts: ['<head></head><body>'],
    contentSecurityPolicy: 'x',
  } as unknown as Template;
  const [first, second] = [1, 2].map((refresh) => adaptForDevelopment(template, '/', refresh));
  expect(first?.parts.join('')).toContain('data-refresh="1"></script><body>');
  expect(first?.key).not.toBe(second?.key);
});
