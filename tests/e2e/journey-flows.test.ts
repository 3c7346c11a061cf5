import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { type ExpectStatic, test } from 'vitest';
import { currentDocument } from '#engine/decide/document-window.ts';
import { planOf, sitePlan } from '#engine/decide/plan.ts';
import { firstThatHolds } from '#engine/documents/journeys/conditions.ts';
import { stepsOf } from '#engine/documents/journeys/flow.ts';
import { journeyDocument } from '#engine/documents/journeys/journey-document.ts';
import { screenOf, stateAfter } from '#engine/documents/journeys/machine.ts';
import type { DocumentId, ResolvedDocument } from '#engine/documents/types.ts';
import { hrefFor } from '#engine/routing/links.ts';
import { routeTable } from '#engine/routing/route-table.ts';
import type { JourneyStep } from '#schemas/generated/documents.ts';
import { type FormName, formRules } from '#schemas/generated/forms.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import { voucherOf } from '#journeys/registration/server/offer.ts';
import { tick, visit } from '#tests/helpers/browser.ts';
import { refuseStatistics } from '#tests/helpers/consent.ts';
import { mailingServer } from '#tests/helpers/mailing-server.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { mistakesIn, validFields } from '#tests/journeys/fields.ts';

const CODE = 'CERCLE-2026';
const walksAll = process.env['LONG_WALKS'] === '1';

const site = await projectSite();
const journey = journeyDocument(site, 'registration');
const { flows, forms, machines, outcomes } = journey;
const { registration } = machines;
if (registration === undefined) throw new Error('The journey has no machine "registration".');
const { paths } = routeTable(site);

interface Case {
  readonly flow: string;
  readonly landing: ResolvedDocument;
  readonly script: 'with' | 'without';
  readonly locale: Locale;
  readonly size: 'phone' | 'desktop';
}

/** Landings that name a flow, or none and so the first one; those that nobody may see today are left out. */
function landingsOf(flow: string): readonly ResolvedDocument[] {
  const [first] = stepsOf(journey, flow);
  return [...site.documents.values()].filter(
    (each) =>
      each.kind === 'landing' &&
      (each.flow ?? Object.keys(flows)[0]) === flow &&
      paths.has(each.id) &&
      currentDocument(each.id, Date.now(), sitePlan(site)).plan?.document === each &&
      planOf(each, site).forms.has(first?.form as FormName),
  );
}

/**
 * Every flow with and without script; languages and sizes are spread over them. `npm run prove -- long-walks` walks from every
 * landing.
 */
const cases = Object.keys(flows)
  .flatMap((flow) => {
    const landings = landingsOf(flow);
    if (landings.length === 1) return [...landings, ...landings];
    return walksAll ? landings : landings.slice(0, 2);
  })
  .map((landing, index): Case => ({
    flow: landing.flow ?? Object.keys(flows)[0] ?? '',
    landing,
    script: index % 2 === 0 ? 'with' : 'without',
    locale: locales[index % locales.length] ?? 'en',
    size: landing.layout === 'only-mobile' || index % 4 < 2 ? 'phone' : 'desktop',
  }));

const server = mailingServer();

const DOT = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

test('every flow is walked', ({ expect }) => {
  expect(new Set(cases.map(({ flow }) => flow))).toEqual(new Set(Object.keys(flows)));
});

test.concurrent.for(cases.map((each, index) => ({ ...each, id: each.landing.id, index })))(
  '$flow from $id to the active account in $locale, $script script, on a $size',
  async ({ flow, landing, script, locale, size, index }, { expect }) => {
    const email = `flow-${randomUUID()}@example.com`;
    const options = {
      locale,
      size,
      javaScriptEnabled: script === 'with',
      extraHTTPHeaders: { 'x-forwarded-for': `198.18.0.${index + 1}` },
      expectedMessages: /422/,
    };
    await visit(options, async ({ page }) => {
      await page.route(/\.(?:avif|webp|jpe?g)$/, (route) => route.fulfill({ contentType: 'image/gif', body: DOT }));
      const path = (id: DocumentId): string => hrefFor(site, { path: paths.get(id) ?? '', locale });
      await page.goto(`${server.origin}${path(landing.id)}?rc=${CODE}`);
      await refuseStatistics(page);
      const steps = stepsOf(journey, flow);
      for (const step of steps) {
        await takeStep(page, step, email, expect);
        await page.waitForURL((url) => url.pathname === path(after(step, steps, landing)));
      }
      await page.goto(await server.mail.linkTo(email));
      expect(new URL(page.url()).pathname).toBe(path(forms['activation']?.page ?? ''));
      await page.locator(`form[action$="/do/${forms['activation']?.post}"] button[type=submit]`).click();
      const voucher = voucherOf(landing.id, site, Date.now()) === null ? 'none' : 'own';
      const screen = screenOf(registration, 'active', { voucher }) ?? '';
      await page.waitForURL((url) => url.pathname === path(screen));
      expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    });
  },
);

/** Sends the form of a step with a field left out, and then with it. */
async function takeStep(page: Page, step: JourneyStep, email: string, expect: ExpectStatic): Promise<void> {
  const name = step.form as FormName;
  const form = page.locator(`form[action$="/do/${forms[name]?.post}"]`);
  await form.first().waitFor();
  const typed = validFields(name, { email, code: CODE });
  const fields = await fieldsOn(form, typed);
  const wrong = mistakesIn(name).find(({ field }) => formRules[name][field]?.kind === 'text' && fields.includes(field));
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
      if (formRules[name][field]?.kind !== 'text' || field === wrong.field) continue;
      expect(await form.locator(`[name=${field}]`).inputValue(), field).toBe(typed[field]);
    }
    await form.locator(`[name=${wrong.field}]`).fill(typed[wrong.field] ?? '');
  }
  await form.locator('button[type=submit]').click();
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
  const { kind } = formRules[name][field] ?? {};
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
  const effect = firstThatHolds(taken?.[1] ?? [], { nextStep: isDialog ? 'dialog' : 'page' });
  if (effect?.stay === true) return landing.id;
  const machine = machines[effect?.screen ?? ''];
  const state = machine && stateAfter(machine, `${useCase}.${taken?.[0]}`);
  return (machine && screenOf(machine, state ?? '', {})) ?? effect?.page ?? '';
}
