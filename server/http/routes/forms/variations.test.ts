import { describe, expect, test } from 'vitest';
import { Flags } from '#engine/experiments/flags.ts';
import { buildPayload } from '#engine/experiments/payload.ts';
import { cookieHeader, visitorCookies } from '#tests/helpers/visitor-cookies.ts';
import { addCode, bench, tokenFor } from '#tests/helpers/backend.ts';
import { CHROME, makeExperiment, visitorId } from '#tests/helpers/experiments.ts';
import { makeBlock } from '#tests/helpers/make-site.ts';
import { serveRegistration } from '#tests/helpers/registration-server.ts';
import { marie } from '#tests/helpers/registration-fields.ts';

const guest = { ...marie, newsletter: 'on' };

const newsletter = { name: 'newsletter', label: 'form.newsletter.long' };
const join = makeBlock({
  id: 'join',
  type: 'registration-form',
  props: { step: 'default', groups: [{ fields: [newsletter] }], voucher: '20-percent-mov' },
});
const variantLanding = {
  id: 'landings/arm',
  bases: ['landings/default'],
  facets: ['code', 'registration'],
  blocks: [join, makeBlock({ id: 'finished', type: 'form-finished' })],
};
const experiment = makeExperiment('offer', variantLanding.id);
const more = { documents: [variantLanding], experiments: [experiment] };

/** A visitor to whom the experiment gives this variation, and who knows no more than an id unless it was given. */
function makeVisitor(variation: string, assignments = ''): Readonly<Record<string, string>> {
  const flags = new Flags(buildPayload(more.experiments, Date.now()));
  const attributes = { locale: 'de', applicationCountry: '', device: 'desktop', webView: false } as const;
  const ids = Array.from({ length: 100 }, (_, index) => visitorId(index));
  const found = ids.find(
    (id) => flags.evaluatorFor(id, attributes, {})(experiment.feature)?.assignment?.variation === variation,
  );
  return { 'user-agent': CHROME, cookie: cookieHeader(visitorCookies({ id: found ?? '' }, assignments)) };
}

const given = (): string => `offer__0~test~${Math.floor(Date.now() / 1000).toString(36)}`;

describe('a form of an experiment', () => {
  const { start } = bench('sqlite');

  async function serve() {
    const backend = await start();
    await addCode(backend, 'PLACES', 5);
    const server = await serveRegistration(backend, {}, undefined, undefined, more);
    return { backend, server };
  }

  test('is shown again and judged by the variation that its visitor saw', async () => {
    const { backend, server } = await serve();
    const path = '/de?rc=PLACES';
    const tested = makeVisitor('test');
    expect((await server.visitor(tested).get(path)).document).toBe('landings/default landings/arm');
    expect((await server.visitor(makeVisitor('control')).get(path)).document).toBe('landings/default');
    const refused = await server.visitor(tested).submit('register', { ...marie, firstName: '' }, path);
    expect([refused.status, refused.document]).toEqual([422, 'landings/default landings/arm']);
    expect(refused.facets).toEqual({ code: 'known', registration: 'none' });
    const done = await server.visitor(tested).submit('register', guest, path);
    // The variation has the next step in a dialog; the address stays the one of the landing.
    expect([done.status, done.location]).toEqual([303, '/de']);
    const { db } = backend.ports.database;
    expect(await db.selectFrom('members').select('voucher_variant').execute()).toEqual([
      { voucher_variant: '20-percent-mov' },
    ]);
    expect(await db.selectFrom('newsletter_consents').select('text').execute()).toEqual([{ text: 'Once a week.' }]);
  });

  test.each([
    ['keeps no cookies, by the variation that the form names', 'landings/arm', {}, 'landings/default landings/arm'],
    [
      'would get another variation by now, by the variation that the form names',
      'landings/default',
      makeVisitor('test'),
      'landings/default',
    ],
    [
      'names what is not a variation, by what holds for them',
      'landings/summer',
      makeVisitor('test'),
      'landings/default landings/arm',
    ],
  ])('of a visitor who %s', async (_, document, headers, shown) => {
    const { server } = await serve();
    const fields = { ...marie, firstName: '', document };
    const refused = await server.visitor(headers).submit('register', fields, '/de?rc=PLACES');
    expect([refused.status, refused.document]).toEqual([422, shown]);
    // The address of the form itself says nothing about the page any more.
    const again = await server.visitor(headers).submit('register', fields, '/de/do/register');
    expect(again.document).toBe(document === 'landings/summer' ? document : shown);
  });

  test('credits an activation to the variation that the registration was made in, whichever device opens the mail', async () => {
    const { backend, server } = await serve();
    const { db } = backend.ports.database;
    const tested = makeVisitor('test', given());
    await server.visitor(tested).submit('register', guest, '/de?rc=PLACES');
    const token = await tokenFor(backend, guest.email);
    await server.visitor().submit('activate', { token }, '/de/registration/activateaccount');
    const counted = () =>
      db.selectFrom('conversion_totals').select(['variation', 'event', 'conversions']).orderBy('event').execute();
    await expect.poll(counted).toEqual([
      { variation: 'test', event: 'account_activated', conversions: 1 },
      { variation: 'test', event: 'registration_finished', conversions: 1 },
    ]);
    // Without agreement no row leads to a visitor, and the variations went with the activation.
    expect(await db.selectFrom('conversions').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('members').select('attribution').execute()).toEqual([{ attribution: null }]);
  });

  test('credits the activation of a registration that was made in no variation to nothing, whatever the device that opens the mail was shown', async () => {
    const { backend, server } = await serve();
    const { db } = backend.ports.database;
    await server.visitor().submit('register', guest, '/de?rc=PLACES');
    const token = await tokenFor(backend, guest.email);
    const tested = makeVisitor('test', given());
    const visitor = server.visitor(tested);
    const { location } = await visitor.submit('activate', { token }, '/de/registration/activateaccount');
    expect(location).toMatch(/gift-voucher|emailactivecomplete/);
    // What the device does itself is credited to its variation, and is written after what came before.
    await visitor.submit('register', { ...marie, email: 'ada@example.com' }, '/de?rc=PLACES');
    await expect
      .poll(() => db.selectFrom('conversion_totals').select(['event', 'conversions']).execute())
      .toEqual([{ event: 'registration_finished', conversions: 1 }]);
  });

  test('counts a visitor once, however often the form is sent and whatever name it has', async () => {
    const { backend, server } = await serve();
    const { cookie, ...tested } = makeVisitor('test', given());
    const variations = `${cookie}; form-key=${'k'.repeat(22)}`;
    const visitor = server.visitor({ ...tested, cookie: variations });
    for (let time = 0; time < 3; time += 1) await visitor.submit('register', guest, '/de?rc=PLACES');
    await server
      .visitor({ ...tested, cookie: variations })
      .submit('register', { ...marie, email: 'ada@example.com' }, '/de?rc=PLACES');
    const { db } = backend.ports.database;
    await expect
      .poll(() => db.selectFrom('conversion_totals').select(['event', 'conversions']).execute())
      .toEqual([{ event: 'registration_finished', conversions: 1 }]);
  });
});
