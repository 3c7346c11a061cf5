import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { type ExpectStatic, test } from 'vitest';
import { selectCurrentDocument } from '#engine/decide/select-current-document.ts';
import { planDocument, getSitePlan } from '#engine/decide/plan.ts';
import { findAlternative } from '#engine/documents/journeys/conditions.ts';
import { getSteps } from '#engine/documents/journeys/flow.ts';
import { requireJourneyDocument } from '#engine/documents/journeys/journey-document.ts';
import { chooseScreen, findStateAfter } from '#engine/documents/journeys/machine.ts';
import type { DocumentId, ResolvedDocument } from '#engine/documents/types.ts';
import { buildHref } from '#engine/routing/links.ts';
import { createRouteTable } from '#engine/routing/route-table.ts';
import type { JourneyStep } from '#schemas/generated/documents.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import { getProjectRules } from '#tests/helpers/project-forms.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import { findVoucher } from '#journeys/registration/server/offer.ts';
import { tick, visit } from '#tests/helpers/browser.ts';
import { refuseStatistics } from '#tests/helpers/consent.ts';
import { mailingServer } from '#tests/helpers/mailing-server.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { mistakesIn, validFields } from '#tests/journeys/fields.ts';

const CODE = 'CERCLE-2026';
const WRONG_CODE = 'NOBODY-77';
const walksAll = process.env['LONG_WALKS'] === '1';
const walksLanguages = process.env['FLOWS'] === '1';

const site = await projectSite();
const journey = requireJourneyDocument(site, 'registration');
const { flows, forms, machines, outcomes } = journey;
const { registration } = machines;
if (registration === undefined) throw new Error('The journey has no machine "registration".');
const { paths } = createRouteTable(site);

interface Case {
  readonly flow: string;
  readonly landing: ResolvedDocument;
  readonly script: 'with' | 'without';
  /** Whether it comes with the link, or is typed, a wrong one first. */
  readonly code: 'linked' | 'typed';
  readonly locale: Locale;
  readonly size: 'phone' | 'desktop';
}

/** Landings that name a flow, or none and so the first one; without those that are closed today. */
function listLandings(flow: string): readonly ResolvedDocument[] {
  const [first] = getSteps(journey, flow);
  return [...site.documents.values()].filter(
    (each) =>
      each.kind === 'landing' &&
      (each.flow ?? Object.keys(flows)[0]) === flow &&
      paths.has(each.id) &&
      selectCurrentDocument(each.id, Date.now(), getSitePlan(site)).plan?.document === each &&
      planDocument(each, site).forms.has(first?.form as FormName),
  );
}

/** Every flow in each language, with and without a script, with a link and with a wrong code typed before the right one. */
const matrix = Object.keys(flows).flatMap((flow) =>
  listLandings(flow)
    .slice(0, 1)
    .flatMap((landing) =>
      locales.flatMap((locale) =>
        (['with', 'without'] as const).flatMap((script) =>
          (['linked', 'typed'] as const).map((code): Case => ({
            flow,
            landing,
            locale,
            script,
            code,
            size: landing.layout === 'only-mobile' || code === 'typed' ? 'phone' : 'desktop',
          })),
        ),
      ),
    ),
);

/**
 * Every flow once, the first one with and without a script; scripts, languages, sizes and ways of the code are spread over them.
 * `npm run prove -- long-walks` walks from every landing, `npm run prove -- flows` all that is spread here.
 */
const spread = Object.keys(flows)
  .flatMap((flow, index) => {
    const landings = listLandings(flow);
    if (!walksAll) return landings.slice(0, index === 0 ? 2 : 1);
    return landings.length === 1 ? [...landings, ...landings] : landings;
  })
  .map((landing, index): Case => ({
    flow: landing.flow ?? Object.keys(flows)[0] ?? '',
    landing,
    script: index % 2 === 0 ? 'with' : 'without',
    code: index % 3 === 1 ? 'typed' : 'linked',
    locale: locales[index % locales.length] ?? 'en',
    size: landing.layout === 'only-mobile' || index % 4 < 2 ? 'phone' : 'desktop',
  }));

const cases = walksLanguages ? matrix : spread;

/** Links of visitors without a code. */
const waysIn = ['pages/membership-interest', 'pages/lobby'].map((id) => `a[href*="${paths.get(id) ?? ''}"]`).join(', ');

const server = mailingServer();

const DOT = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

test('every flow is walked', ({ expect }) => {
  expect(new Set(cases.map(({ flow }) => flow))).toEqual(new Set(Object.keys(flows)));
});

test.concurrent.for(cases.map((each, index) => ({ ...each, id: each.landing.id, index })))(
  '$flow from $id to the active account in $locale, $script script, on a $size, with a code that is $code',
  async ({ flow, landing, script, code, locale, size, index }, { expect }) => {
    const email = `flow-${randomUUID()}@example.com`;
    const options = {
      locale,
      size,
      javaScriptEnabled: script === 'with',
      extraHTTPHeaders: { 'x-forwarded-for': `198.18.${index >> 7}.${(index & 127) + 1}` },
      expectedMessages: /422/,
    };
    await visit(options, async ({ page }) => {
      await page.route(/\.(?:avif|webp|jpe?g)$/, (route) => route.fulfill({ contentType: 'image/gif', body: DOT }));
      const path = (id: DocumentId): string => buildHref(site, { path: paths.get(id) ?? '', locale });
      await page.goto(`${server.origin}${path(landing.id)}${code === 'linked' ? `?rc=${CODE}` : ''}`);
      await refuseStatistics(page);
      const steps = getSteps(journey, flow);
      for (const step of steps) {
        await takeStep(page, step, email, code, expect);
        await page.waitForURL((url) => url.pathname === path(after(step, steps, landing)));
        await leadsOn(page, expect);
      }
      await page.goto(await server.mail.linkTo(email));
      expect(new URL(page.url()).pathname).toBe(path(forms['activation']?.page ?? ''));
      await page.locator(`form[action$="/do/${forms['activation']?.post}"] button[type=submit]`).click();
      const voucher = findVoucher(landing.id, site, Date.now()) === null ? 'none' : 'own';
      const screen = chooseScreen(registration, 'active', { voucher }) ?? '';
      await page.waitForURL((url) => url.pathname === path(screen));
      await leadsOn(page, expect);
      expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    });
  },
);

/** No state without a way on: something of the page itself can be followed or pressed, not its frame alone. */
async function leadsOn(page: Page, expect: ExpectStatic): Promise<void> {
  const ways = page.locator(
    'main :is(a[href], button[type=submit]):visible, dialog[open] :is(a[href], button):visible',
  );
  await expect.poll(() => ways.count(), { message: `ways on from ${page.url()}` }).toBeGreaterThan(0);
}

/** Sends the form of a step with a field left out, then with a wrong code where one is typed, and then with what is right. */
async function takeStep(
  page: Page,
  step: JourneyStep,
  email: string,
  code: Case['code'],
  expect: ExpectStatic,
): Promise<void> {
  const name = step.form as FormName;
  const form = page.locator(`form[action$="/do/${forms[name]?.post}"]`);
  await form.first().waitFor();
  const typed = validFields(name, { email, code: CODE });
  const fields = await fieldsOn(form, typed);
  const wrong = mistakesIn(name).find(
    ({ field }) => getProjectRules(name)[field]?.kind === 'text' && fields.includes(field),
  );
  for (const field of fields) await fill(form, name, field, typed[field] ?? '');
  if (wrong !== undefined) {
    await form.locator(`[name=${wrong.field}]`).fill('');
    // By the mouse: the message of the field that is left waits until the button is released, or it would move it away.
    await form.locator('button[type=submit]').click();
    await form.locator(`[name=${wrong.field}][aria-invalid=true]`).waitFor();
    if ((await form.locator('[autofocus]').count()) > 0) {
      expect(await whereItRests(form.locator(':focus')), 'what the browser itself brings into view').toBe('in view');
    }
    for (const field of fields) {
      if (getProjectRules(name)[field]?.kind !== 'text' || field === wrong.field) continue;
      expect(await form.locator(`[name=${field}]`).inputValue(), field).toBe(typed[field]);
    }
    await form.locator(`[name=${wrong.field}]`).fill(typed[wrong.field] ?? '');
  }
  if (code === 'typed' && fields.includes('code')) await tryWrongCode(page, form, expect);
  await form.locator('button[type=submit]').click();
}

/** Its message is at the field, and a visitor without another code finds the next step (S17, S18). */
async function tryWrongCode(page: Page, form: Locator, expect: ExpectStatic): Promise<void> {
  const field = form.locator('[name=code]');
  await field.fill(WRONG_CODE);
  await form.locator('button[type=submit]').click();
  await form.locator('[name=code][aria-invalid=true]').waitFor();
  const message = page.locator(`[id="${(await field.getAttribute('aria-describedby'))?.split(' ')[0] ?? ''}"]`);
  expect((await message.textContent())?.trim(), 'what is said of the code').not.toBe('');
  const ways = page.locator('main').locator(waysIn);
  expect(await ways.count(), `ways in without a code on ${page.url()}`).toBeGreaterThan(0);
  await field.fill(CODE);
}

/** Where an element is once the page has stopped scrolling to it. */
async function whereItRests(element: Locator): Promise<string> {
  let last = Number.NaN;
  for (;;) {
    const { top, height } = await element.evaluate((one) => ({
      top: one.getBoundingClientRect().top,
      height: innerHeight,
    }));
    if (top === last) return top >= 0 && top < height ? 'in view' : `${top} of ${height} pixels`;
    last = top;
  }
}

/** Fields that a person can see. */
async function fieldsOn(form: Locator, typed: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const shown: string[] = [];
  for (const field of Object.keys(typed)) {
    if ((await form.locator(`[name=${field}]:not([type=hidden])`).count()) > 0) shown.push(field);
  }
  return shown;
}

async function fill(form: Locator, name: FormName, field: string, value: string): Promise<void> {
  const control = form.locator(`[name=${field}]`).first();
  const { kind } = getProjectRules(name)[field] ?? {};
  if (kind === 'text') return control.fill(value);
  if (kind === 'flag') return tick(control);
  const isSelect = (await control.evaluate((element) => element.tagName)) === 'SELECT';
  await (isSelect ? control.selectOption(value) : tick(control));
}

/** The page that the document names for anyone who has taken a step. */
function after(step: JourneyStep, steps: readonly JourneyStep[], landing: ResolvedDocument): DocumentId {
  const next = steps[steps.indexOf(step) + 1];
  if (next?.page !== undefined) return next.page;
  const useCase = forms[step.form]?.useCase ?? '';
  const taken = Object.entries(outcomes[useCase] ?? {}).find(([, effects]) =>
    effects.some(({ event }) => event !== undefined),
  );
  const isDialog = landing.facets.includes('registration') && step.page === undefined;
  const effect = findAlternative(taken?.[1] ?? [], { nextStep: isDialog ? 'dialog' : 'page' });
  if (effect?.stay === true) return landing.id;
  const machine = machines[effect?.screen ?? ''];
  const state = machine && findStateAfter(machine, `${useCase}.${taken?.[0]}`);
  return (machine && chooseScreen(machine, state ?? '', {})) ?? effect?.page ?? '';
}
