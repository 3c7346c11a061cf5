import { CombinedGraphQLErrors, ServerError } from '@apollo/client';
import { beforeAll, expect, test, vi } from 'vitest';
import type { PageContext } from '#engine/block-kit/types.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import { FetchTimeoutError } from '../core/fetch-error.ts';
import type { BrowserJourney, FormOperation } from '../journey.ts';

const { journeys } = vi.hoisted(() => ({ journeys: Array<BrowserJourney>() }));
vi.mock('#schemas/generated/journeys/client.ts', () => ({ journeys }));

// Whatever forms the site has.
const form = (name: string): FormName => name as FormName;
const operation = vi.fn<FormOperation>();
journeys.push({
  name: 'newsletter',
  operations: Object.fromEntries([[form('subscribe'), async () => operation]]),
  foreignOperations: Object.fromEntries([[form('look-up'), async () => operation]]),
});

/** A form that holds an address. */
function filledIn(email: string): FormData {
  const fields = new FormData();
  fields.set('email', email);
  return fields;
}

/** A GraphQL error as the client throws it. */
function refusedAs(code: string): Error {
  return new CombinedGraphQLErrors({ errors: [{ message: 'No.', extensions: { code } }] });
}

/** An answer of another status than 200, as the client throws it. */
function answeredWith(status: number): Error {
  return new ServerError('No.', { response: new Response('', { status }), bodyText: '' });
}

// A page says nothing of the start where another server answers GraphQL.
beforeAll(() => {
  const data = JSON.stringify({ page: { path: '/', forms: {} } as unknown as PageContext, words: {}, basePath: '/' });
  vi.stubGlobal('document', {
    querySelector: (selector: string) => (selector === '#page-data' ? { textContent: data } : null),
    dispatchEvent: () => true,
  });
  vi.stubGlobal('location', new URL('https://www.example.com/'));
  vi.stubGlobal('fetch', async () => Response.json({ acqBackendGraphqlURL: 'https://backend.example/graphql' }));
  return () => vi.unstubAllGlobals();
});

test('where another server answers GraphQL, a form waits for its code and is sent there, also one that is posted otherwise', async () => {
  const { sendOperation } = await import('./send-operation.ts');
  for (const name of ['subscribe', 'look-up']) {
    operation.mockResolvedValueOnce({ goTo: '/done' });
    expect(await sendOperation(filledIn('anna'), form(name))).toEqual({ goTo: '/done' });
  }
  expect(await sendOperation(filledIn('anna'), form('contact'))).toBeNull();
});

test.each([
  [new FetchTimeoutError({ method: 'POST', url: 'https://backend.example/graphql' }, 30_000), 'network'],
  [new TypeError('Failed to fetch'), 'network'],
  [new Error('Unexpected error.'), 'technical'],
  [refusedAs('INTERNAL_SERVER_ERROR'), 'technical'],
  [refusedAs('TOO_MANY_REQUESTS'), 'tooMany'],
  [answeredWith(503), 'technical'],
  [answeredWith(429), 'tooMany'],
])('what fails there with %s is never posted here: the form says so and may be sent again', async (error, trouble) => {
  const { sendOperation } = await import('./send-operation.ts');
  operation.mockRejectedValueOnce(error);
  expect(await sendOperation(filledIn('anna'), form('subscribe'))).toEqual({ trouble });
  operation.mockResolvedValueOnce({ goTo: '/done' });
  expect(await sendOperation(filledIn('anna'), form('subscribe'))).toEqual({ goTo: '/done' });
});

test('each try of one form has the same key there, and another form has another', async () => {
  const { sendOperation } = await import('./send-operation.ts');
  operation.mockClear();
  operation.mockResolvedValue('too-many-tries');
  for (const email of ['anna', 'anna', 'berta']) await sendOperation(filledIn(email), form('subscribe'));
  const keys = operation.mock.calls.map(([, , , key]) => key);
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test.each(['https://elsewhere.example/', '//elsewhere.example/', '/\\elsewhere.example/', 'javascript:alert(1)'])(
  'nobody is led off the site by its answer: %s',
  async (goTo) => {
    const { sendOperation } = await import('./send-operation.ts');
    operation.mockResolvedValueOnce({ goTo });
    expect(await sendOperation(filledIn('anna'), form('subscribe'))).toEqual({ trouble: 'technical' });
  },
);

test('a page of this site that the answer asks for is never posted for there', async () => {
  const { sendOperation } = await import('./send-operation.ts');
  operation.mockResolvedValueOnce('ask-page');
  expect(await sendOperation(filledIn('anna'), form('subscribe'))).toEqual({ trouble: 'technical' });
});
