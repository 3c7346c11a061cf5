import { expect, test } from 'vitest';
import { classifyRoute } from './classify-route.ts';

test.each([
  ['/do/registration', 'form'],
  ['/do/preview/:token/*', 'preview'],
  ['/api/mcp', 'mcp'],
  ['/api/features/:key', 'flags'],
  [undefined, 'other'],
] as const)('the route %s is timed as %s, with and without a base path', (pattern, routeClass) => {
  expect(classifyRoute(pattern, '/')).toBe(routeClass);
  expect(classifyRoute(pattern && `/shop${pattern}`, '/shop/')).toBe(routeClass);
});
