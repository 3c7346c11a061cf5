import { buildHref } from '#engine/routing/links.ts';
import { createRouteTable } from '#engine/routing/route-table.ts';
import { holds } from '#engine/documents/journeys/conditions.ts';
import { listAllSteps } from '#engine/documents/journeys/flow.ts';
import { chooseScreen } from '#engine/documents/journeys/machine.ts';
import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import { type JourneyNames, journeyNames } from '#schemas/generated/journeys/names.ts';
import type { Guard, JourneyDocument } from '#schemas/generated/documents.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import { planDocument } from '#engine/decide/plan.ts';
import { linkTo } from '#tests/helpers/link-to.ts';
import { Check, type Seen } from './expectation.ts';
import { type Fields, mistakesIn } from './fields.ts';
import type { Person, Place } from './person.ts';
import { refuseFromNowOn, refusedCode } from './refused-codes.ts';
import { journeyName, MAX_REQUESTS } from './stage.ts';
import { conditionsIn } from './walk.ts';
import type { Walk } from './walks.ts';

const locale = 'de';
const visitorStates = ['none', 'started', 'finished', 'active', 'told', 'activation-error'];

/** What the document says beside outcomes: guards, addresses without their parameter, refused codes of links, pages of forms. */
export function otherWalks(site: Site, document: JourneyDocument): readonly Walk[] {
  return [
    ...guardWalks(site, document),
    ...Object.keys(document.forms).flatMap((form) => formWalks(form as FormName, site, document)),
    ...refusalWalks(document),
    ...Object.keys(document.flows).map((flow) => flowWalk(flow)),
    mailWalk('activation', (person) => person.registersElsewhere()),
    mailWalk('waiting-list', (person) => person.send('membership-interest')),
  ];
}

/** The link of a mail leads to the page of its form. */
function mailWalk(form: FormName, ask: (person: Person) => Promise<unknown>): Walk {
  return walked(`the mail that leads to ${form}`, async (person, check) => {
    person.forms.add(form);
    await ask(person);
    const { pathname, search } = await linkTo(person.stage.backend, person.email);
    const { page } = person.form(form);
    const answer = await person.open(pathname + search);
    check.same('page', [answer.status, answer.document], [200, page]);
  });
}

function walked(name: string, look: (person: Person, check: Check) => Promise<void>): Walk {
  return {
    name,
    counts: [],
    async walk(person): Promise<Seen> {
      const check = new Check();
      await look(person, check);
      return { differences: check.differences, covers: check.covered, conversions: [] };
    },
  };
}

/** Every page with a guard that leads, opened in every state of a visitor. */
function guardWalks(site: Site, document: JourneyDocument): readonly Walk[] {
  const pages = [...site.documents.values()].filter(({ id }) => createRouteTable(site).paths.has(id));
  return pages.flatMap((page) =>
    page.guards
      .filter(({ name }) => document.guards?.[name] !== undefined)
      .flatMap((guard) => listStates(guard).map((state) => guardWalk(page, guard, state))),
  );
}

const listStates = ({ name }: Guard): readonly string[] =>
  name === 'registration' ? visitorStates : name === 'applied' ? ['intro', 'confirmation'] : ['none'];

function guardWalk(page: ResolvedDocument, guard: Guard, state: string): Walk {
  return walked(`${page.id} opened by anyone who is ${state}`, async (person, check) => {
    const { document, site } = person.stage;
    await comeInto(state, page, person);
    const answer = await person.open({ document: page.id });
    if (passes(guard, state)) {
      check.same('page', [answer.status, answer.document], [200, page.id]);
      return;
    }
    const ways = document.guards?.[guard.name] ?? [];
    const index = ways.findIndex(({ when }) => holds(when, conditionsIn(state)));
    check.covers(`guards.${guard.name}.${index}`);
    const path = createRouteTable(site).paths.get(ways[index]?.page ?? '') ?? '';
    check.same('way out', [answer.status, answer.location], [302, buildHref(site, { path, locale })]);
  });
}

/** Whether `journey.json` says that the guard lets anyone who is in this state pass. */
function passes(guard: Guard, state: string): boolean {
  const { lets }: JourneyNames = journeyNames[journeyName];
  const { option, states = {} } = lets[guard.name] ?? {};
  const value = option === undefined ? undefined : guard[option as keyof Guard];
  return states[String(value ?? 'any')]?.includes(state) ?? false;
}

/** The page of a form that comes from nowhere, where its visitors are led whom no page shows it, and its address without a parameter. */
function formWalks(form: FormName, site: Site, document: JourneyDocument): readonly Walk[] {
  const { needs, otherwise, page, useCase = form } = document.forms[form] ?? { page: '' };
  const own = site.documents.get(page);
  const isOpen =
    needs === undefined && own?.guards.every(({ name }) => name === 'locale' || name === 'forbidden-referrer');
  return [
    ...(own !== undefined && planDocument(own, site).forms.has(form)
      ? [nowhereWalk(form, own, document.outcomes[useCase])]
      : []),
    ...(isOpen === true ? [] : [strangerWalk(form, otherwise)]),
    ...(needs === undefined ? [] : visitorStates.map((state) => needsWalk(form, state))),
  ];
}

/** What forms without a possible mistake are sent with, so that they are counted. */
const counted: Partial<Record<FormName, Fields>> = { 'social-sign-up': { provider: 'google' } };

/** Sent with a mistake, or too often, or with nothing that it needs, by a browser that does not say where from. */
function nowhereWalk(
  form: FormName,
  page: ResolvedDocument,
  outcomes: JourneyDocument['outcomes'][string] | undefined,
): Walk {
  return walked(`${form} sent from nowhere`, async (person, check) => {
    const [mistake] = mistakesIn(form);
    const known = await comeTo(page, form, person);
    const fields = { ...person.filled(form, known), ...counted[form], ...(mistake && { [mistake.field]: '' }) };
    const send = () => person.visitor.submit(person.form(form).post, fields, '/de', { referer: '' });
    person.forms.add(form);
    const isCounted = mistake === undefined && outcomes?.['too-many-requests'] !== undefined;
    const before = isCounted ? MAX_REQUESTS : 0;
    for (let sent = 0; sent < before; sent += 1) await send();
    const answer = await send();
    check.same('page', [answer.status, answer.document], [isCounted ? 429 : 422, page.id]);
  });
}

/** Does what the guards of a page ask for. @returns what its form brings along then */
async function comeTo(page: ResolvedDocument, form: FormName, person: Person): Promise<Fields> {
  const { needs } = person.form(form);
  if (needs !== undefined) return { [needs.parameter]: 'A'.repeat(43) };
  for (const guard of page.guards) {
    const state = visitorStates.find((each) => passes(guard, each));
    // A code without a place: the last step of a flow can be sent again and again.
    if (state !== undefined) await comeInto(state, page, person, 0);
    if (guard.name !== 'token-with-email') continue;
    const { members } = person.stage.backend;
    if (guard.purpose === 'lobby') return { token: await members.makeToken('lobby', person.email, 600) };
    await person.be('social1');
    return { token: await members.makeSocialToken(person.email) };
  }
  return {};
}

/** Into a state; at the page of a step, by the steps before it. */
async function comeInto(state: string, { id }: ResolvedDocument, person: Person, places = 1): Promise<void> {
  const own = listAllSteps(person.stage.document).find(({ step }) => step.page === id);
  if (state !== 'started' || own === undefined) return person.be(state);
  await person.invited(1);
  await person.take(own.flow, own.step.name);
  if (places === 0) await refuseFromNowOn(person, 'REGISTRATION_CODE_NO_BALANCE_LEFT');
}

function strangerWalk(form: FormName, otherwise: string | undefined): Walk {
  return walked(`${form} sent by anyone who is shown no page with it`, async (person, check) => {
    person.forms.add(form);
    const answer = await person.visitor.submit(person.form(form).post, {}, '/de', { referer: '' });
    // Without a way out of its own the page of the form leads on: its guards know where this visitor belongs.
    const path = createRouteTable(person.stage.site).paths.get(otherwise ?? person.form(form).page) ?? '';
    if (otherwise !== undefined) check.covers(`forms.${form}.otherwise`);
    check.same('way out', [answer.status, answer.location], [303, buildHref(person.stage.site, { path, locale })]);
    const next = await person.open(answer.location ?? '');
    check.same('leads on', [200, 302, 403].includes(next.status), true);
  });
}

/** The page of a form opened without the parameter that it needs. */
function needsWalk(form: FormName, state: string): Walk {
  return walked(
    `the page of ${form} without its parameter, opened by anyone who is ${state}`,
    async (person, check) => {
      await person.be(state);
      const { document, site } = person.stage;
      const { page, needs } = person.form(form);
      const conditions = conditionsIn(state);
      const ways = needs?.otherwise ?? [];
      const index = ways.findIndex(({ when }) => holds(when, conditions));
      const way = ways[index];
      if (way === undefined) throw new Error(`Nothing is said of anyone who is ${state}.`);
      check.covers(`forms.${form}.needs.otherwise.${index}`);
      const answer = await person.open({ document: page });
      if ('page' in way && way.page !== undefined) {
        check.same('page', [answer.status, answer.document], [200, way.page]);
        return;
      }
      const machine = document.machines[String('screen' in way ? way.screen : '')];
      const shown = machine && chooseScreen(machine, String(conditions['registration']), conditions);
      const path = createRouteTable(site).paths.get(shown ?? '') ?? '';
      check.same('screen', [answer.status, answer.location], [302, buildHref(site, { path, locale })]);
    },
  );
}

/** A refused code as an address, and as a query, where it is never denied. */
function refusalWalks({ refusals = {} }: JourneyDocument): readonly Walk[] {
  const known = Object.entries(refusals).filter(
    ([error]) => error !== 'CUSTOMIZATION_MISSING' && error !== 'REGISTRATION_CODE_INVALID',
  );
  return [
    ...known.map(([error, { deny }]) =>
      walked(`an address of a code: ${error}`, async (person, check) => {
        const code = await refusedCode(person, error);
        const answer = await person.open({ document: '', path: `/${code}` });
        check.covers(`refusals.${error}.deny`);
        const { denied } = person.stage.site.config.documents;
        check.same('page', [answer.status, answer.document], [403, denied]);
        check.same('facet refusal', answer.facets['refusal'], deny);
      }),
    ),
    ...Object.entries(refusals)
      .filter(([error]) => error !== 'CUSTOMIZATION_MISSING')
      .map(([error, { message }]) =>
        walked(`a code beside the address: ${error}`, async (person, check) => {
          const code = await refusedCode(person, error);
          const answer = await person.open({ ...landingOfAll, query: `rc=${code}` });
          check.covers(`refusals.${error}.message`);
          check.same('page', [answer.status, answer.document], [200, landingOfAll.document]);
          check.same('field', answer.form.errors, { code: message });
        }),
      ),
  ];
}

const landingOfAll: Place = { document: 'landings/default' };

/** A flow from its landing to the active account. */
function flowWalk(flow: string): Walk {
  return walked(`the flow ${flow} to the active account`, async (person, check) => {
    await person.invited();
    const { steps } = person.stage.document.flows[flow] ?? { steps: [] };
    for (const [index, step] of steps.entries()) {
      const form = step.form as FormName;
      const place = person.placeOf(flow, step);
      const shown = await person.open(place);
      check.same(`page of ${step.name}`, [shown.status, shown.document], [200, place.document]);
      const { answer } = await person.send(form, undefined, place);
      check.covers(`flows.${flow}.steps.${index}`);
      check.same(`${step.name} is taken`, answer.status, 303);
      const next = steps[index + 1]?.page;
      if (next !== undefined) check.same(`after ${step.name}`, answer.location, person.address({ document: next }));
    }
    const active = await person.activate();
    const next = await person.open(active.location ?? '');
    check.same('after the press', [active.status, next.status], [303, 200]);
    check.same('account', await findAccount(person), 'active');
  });
}

async function findAccount(person: Person): Promise<string> {
  const { db } = person.stage.backend.ports.database;
  const row = await db
    .selectFrom('members')
    .select('state')
    .where('email_canonical', '=', person.email)
    .executeTakeFirst();
  return row?.state ?? 'none';
}
