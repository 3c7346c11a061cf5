import { describe, expect, test } from 'vitest';
import { bench } from '#tests/helpers/backend.ts';
import { serveRegistration } from '#tests/helpers/registration-server.ts';

describe('an address that is left beside a product', () => {
  const { start } = bench('sqlite');

  test('opens the registration of the same page with it, and closes the dialog', async () => {
    const visitor = (await serveRegistration(await start())).visitor();
    const answer = await visitor.submit('become-member', { email: ' marie@example.com' }, '/de/product?pdp=sd-41207');
    expect([answer.status, answer.document, answer.facets]).toEqual([200, 'landings/product', { product: 'none' }]);
    expect(answer.form).toEqual({ form: 'registration', values: { email: 'marie@example.com' }, errors: {} });
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
  });

  test.each(['', 'marie@'])('is asked for again in the dialog when it is %j', async (email) => {
    const visitor = (await serveRegistration(await start())).visitor();
    const answer = await visitor.submit(
      'become-member',
      { email, document: 'landings/product' },
      '/de/do/become-member',
    );
    expect([answer.status, answer.document, answer.facets]).toEqual([422, 'landings/product', { product: 'asked' }]);
    expect(answer.form).toEqual({ form: 'become-member', values: { email }, errors: { email: 'errors.email' } });
  });
});
