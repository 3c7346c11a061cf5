import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { PageContext } from '#engine/block-kit/types.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import { GRAPHQL_TIMEOUT_MS } from './core/constants.ts';
import { FetchTimeoutError } from './core/fetch-error.ts';
import type { BrowserJourney, FormOperationResult } from './journey.ts';

const { calls, journeys } = vi.hoisted(() => ({ calls: Array<string>(), journeys: Array<BrowserJourney>() }));
vi.mock('#schemas/generated/journeys/client.ts', () => ({ journeys }));

/** What became of the operation `order`. */
const order = Promise.withResolvers<FormOperationResult>();

// Whatever forms the site has.
const form = (name: string): FormName => name as FormName;
const page = (path: string): PageContext => ({ path, forms: {} }) as PageContext;

journeys.push(
  {
    name: 'newsletter',
    operations: Object.fromEntries([
      [
        form('subscribe'),
        async () => async (_core: unknown, fields: FormData) => ({ to: `/${String(fields.get('email'))}` }),
      ],
      [form('order'), async () => () => order.promise],
    ]),
    onStart: () => calls.push('newsletter starts'),
    onPageShow: ({ path }) => calls.push(`newsletter sees ${path}`),
    onVisitorValues: ({ name }) => calls.push(`newsletter hears of ${name}`),
  },
  { name: 'silent' },
  { name: 'game', onPageShow: ({ path }) => calls.push(`game sees ${path}`) },
);

beforeAll(() => {
  const data = JSON.stringify({ page: page('/first'), words: {}, basePath: '/' });
  vi.stubGlobal('document', { querySelector: () => ({ textContent: data }), dispatchEvent: () => true });
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('location', new URL('https://www.example.com/first'));
  vi.stubGlobal('fetch', async () => Response.json({}));
  return () => vi.unstubAllGlobals();
});
beforeEach(() => void calls.splice(0));

test('each journey is started, then given the compiled page and of each page that comes in its place', async () => {
  const { replacePage } = await import('./stores/page.ts');
  expect(calls.splice(0)).toEqual(['newsletter starts', 'newsletter sees /first', 'game sees /first']);
  replacePage({ page: page('/second'), words: {} });
  expect(calls).toEqual(['newsletter sees /second', 'game sees /second']);
});

test('journeys get what the server wrote for the visitor', async () => {
  const { readVisitorValues } = await import('./islands/visitor-values.ts');
  const hole = { dataset: { hole: 'name' }, textContent: 'Anna' };
  readVisitorValues({ querySelectorAll: () => [hole] } as unknown as HTMLElement);
  expect(calls).toEqual(['newsletter hears of Anna']);
});

test('a form is sent by the operation that a journey has for it once its code is there, and posted until then and when none has one', async () => {
  const { prepareOperation, sendOperation } = await import('./forms/send-operation.ts');
  const fields = new FormData();
  fields.set('email', 'anna');
  expect(await sendOperation(fields, form('subscribe'))).toBeNull();
  // As much of a form as shows that it is prepared.
  const filledIn = { dataset: {} } as HTMLFormElement;
  prepareOperation(filledIn, form('subscribe'));
  await expect.poll(() => filledIn.dataset['prepared']).toBe('');
  expect(await sendOperation(fields, form('subscribe'))).toEqual({ to: '/anna' });
  expect(await sendOperation(fields, form('contact'))).toBeNull();
});

test('an operation that was sent is waited for until the client itself gives it up; then it is posted, as all forms of the page', async () => {
  const { prepareOperation, sendOperation } = await import('./forms/send-operation.ts');
  const filledIn = { dataset: {} } as HTMLFormElement;
  prepareOperation(filledIn, form('order'));
  await expect.poll(() => filledIn.dataset['prepared']).toBe('');
  vi.useFakeTimers();
  const settled = vi.fn<(answer: unknown) => void>();
  const sent = sendOperation(new FormData(), form('order')).then(settled);
  await vi.advanceTimersByTimeAsync(GRAPHQL_TIMEOUT_MS - 1);
  vi.useRealTimers();
  expect(settled).not.toHaveBeenCalled();
  order.reject(new FetchTimeoutError({ method: 'POST', url: '/graphql' }, GRAPHQL_TIMEOUT_MS));
  await sent;
  expect(settled.mock.calls).toEqual([[null]]);
  expect(await sendOperation(new FormData(), form('subscribe'))).toBeNull();
});
