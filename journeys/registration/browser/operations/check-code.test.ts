import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PageContext } from '#engine/block-kit/types.ts';
import { createClientCore } from '#engine/client/core/index.ts';
import { checkCode } from './check-code.ts';

// As much of a page as the operation reads.
const page = { locale: 'en' } as PageContext;

beforeEach(() => vi.stubGlobal('location', new URL('https://www.example.com/')));
afterEach(() => vi.unstubAllGlobals());

/** Asks for a code; the backend answers with an error of this kind. */
function ask(code: string): ReturnType<typeof checkCode> {
  const errors = [{ message: 'Refused.', extensions: { code } }];
  vi.stubGlobal('fetch', async (input: unknown) =>
    Response.json(String(input).endsWith('/graphql') ? { data: null, errors } : {}),
  );
  return checkCode(createClientCore({ basePath: '/' }), new FormData(), page);
}

test('a code that was asked for too often is told so, without asking once more', async () => {
  expect(await ask('TOO_MANY_REQUESTS')).toBe('too-many-tries');
});

test('any other error lets the form be posted', async () => {
  await expect(ask('INTERNAL_SERVER_ERROR')).rejects.toThrow('Refused.');
});
