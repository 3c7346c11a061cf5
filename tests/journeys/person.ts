import { randomUUID } from 'node:crypto';
import { planDocument } from '#engine/decide/plan.ts';
import { getSteps } from '#engine/documents/journeys/flow.ts';
import type { DocumentId, ResolvedDocument } from '#engine/documents/types.ts';
import { buildHref } from '#engine/routing/links.ts';
import { createRouteTable } from '#engine/routing/route-table.ts';
import type { JourneyForm, JourneyStep } from '#schemas/generated/documents.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import { findVoucher } from '#journeys/registration/server/offer.ts';
import { consentCookies } from '#tests/helpers/consent-cookie.ts';
import { addCode } from '#tests/helpers/add-code.ts';
import { linkTo } from '#tests/helpers/link-to.ts';
import type { Answer, TestVisitor } from '#tests/helpers/plain-server.ts';
import { cookieHeader, visitorCookies } from '#tests/helpers/visitor-cookies.ts';
import { type Fields, validFields } from './fields.ts';
import { MAX_REQUESTS, SECRET, type Stage } from './stage.ts';

const locale = 'de';
const HOUR = 3_600_000;

/** Where a form is sent from. */
export interface Place {
  readonly document: DocumentId;
  /** Without `?`. */
  readonly query?: string;
  /** Path of the page when it is not the document's own. */
  readonly path?: string;
}

/** A form as a person sent it, and what came back. */
export interface Sent {
  readonly form: FormName;
  readonly fields: Fields;
  readonly place: Place;
  readonly answer: Answer;
}

/** A person with a browser, an address, a network and a code of their own, who acts by the project's document of the journey. */
export class Person {
  readonly stage: Stage;
  readonly visitor: TestVisitor;
  readonly email: string;
  /** Forms that were sent. */
  readonly forms = new Set<FormName>();
  /** What statistics know the browser by. */
  readonly id = randomUUID();
  /** Of every browser of this person. */
  readonly headers: Readonly<Record<string, string>>;
  readonly #number: number;
  #codes = 0;
  #code: string;

  constructor(stage: Stage) {
    const number = stage.nextPerson();
    this.stage = stage;
    this.email = `person-${number}@example.com`;
    this.#number = number;
    this.#code = `NOBODY-${number}`;
    const now = Date.now();
    const cookie = cookieHeader({
      ...visitorCookies({ id: this.id, lasting: true }, '', now, SECRET),
      ...consentCookies(['statistics'], now, SECRET),
    });
    this.headers = { cookie, 'x-forwarded-for': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}` };
    this.visitor = stage.server.visitor(this.headers);
  }

  /** Another browser of the same person, on the same network. */
  elsewhere(): TestVisitor {
    return this.stage.server.visitor(this.headers);
  }

  /** An unused code of the person, with free places. */
  async invited(places = 1, landing?: DocumentId): Promise<string> {
    this.#codes += 1;
    this.#code = `WALK-${this.#number}-${this.#codes}`;
    await addCode(this.stage.backend, this.#code, places, landing === undefined ? {} : { landing });
    return this.#code;
  }

  /** The newest one; unset before `invited`. */
  get code(): string {
    return this.#code;
  }

  form(name: FormName): JourneyForm {
    const form = this.stage.document.forms[name];
    if (form === undefined) throw new Error(`The document of the journey has no form "${name}".`);
    return form;
  }

  /** Address of a page in this person's language. */
  address({ document, query = '', path }: Place): string {
    const { site } = this.stage;
    const own = path ?? createRouteTable(site).paths.get(document);
    if (own === undefined) throw new Error(`"${document}" has no address.`);
    return buildHref(site, { path: own, locale, ...(query !== '' && { query }) });
  }

  /** What is typed into a form, with fields of one's own. */
  filled(form: FormName, own: Fields = {}): Record<string, string> {
    const { email, code } = this;
    return { ...validFields(form, { email, code }), ...own };
  }

  /** Opens a page; an address of a mail is taken as it is. */
  open(place: Place | string): Promise<Answer> {
    return this.visitor.get(typeof place === 'string' ? place : this.address(place));
  }

  /** Sends a form from the page that the document names for it, or from another one. */
  async send(form: FormName, fields: Fields = this.filled(form), place?: Place): Promise<Sent> {
    const from = place ?? { document: this.form(form).page };
    this.forms.add(form);
    const answer = await this.visitor.submit(this.form(form).post, fields, this.address(from));
    return { form, fields, place: from, answer };
  }

  /** Sends a form that brings an outcome about; the session says something else already, so that its changes can be seen. */
  async bring(form: FormName, fields?: Fields, place?: Place): Promise<Sent> {
    await this.send('membership-interest', { email: `note-${this.email}` });
    return this.send(form, fields, place);
  }

  /** Sends a form more often than allowed. */
  async insist(form: FormName, fields?: Fields, place?: Place): Promise<Sent> {
    for (let sent = 0; sent < MAX_REQUESTS; sent += 1) await this.send(form, fields, place);
    return this.send(form, fields, place);
  }

  /** The token of the newest mail with a link to the person's address. */
  async token(address = this.email): Promise<string> {
    return (await linkTo(this.stage.backend, address)).searchParams.get('token') ?? '';
  }

  /** Presses the button of the newest activation mail. */
  async activate(visitor = this.visitor): Promise<Answer> {
    const token = await this.token();
    const from = this.address({ document: this.form('activation').page, query: `token=${token}` });
    return visitor.submit(this.form('activation').post, { token }, from);
  }

  /** Takes the steps of a flow up to the one before `until`; all of them without it. */
  async take(flow: string, until?: string, code = this.code): Promise<Sent> {
    let last: Sent | null = null;
    for (const step of getSteps(this.stage.document, flow)) {
      if (step.name === until) break;
      const form = step.form as FormName;
      const fields = this.filled(form);
      last = await this.send(form, 'code' in fields ? { ...fields, code } : fields, this.placeOf(flow, step));
    }
    if (last === null) throw new Error(`The flow "${flow}" has no step before "${until}".`);
    return last;
  }

  /** Where the form of a step stands: on its own page, or on a landing of its flow. */
  placeOf(flow: string, step: JourneyStep): Place {
    if (step.page !== undefined) return { document: step.page };
    const landing = this.landings(flow).find(({ id, flow: named }) => named === flow || id === 'landings/default');
    return { document: (landing ?? this.landings(flow)[0])?.id ?? 'landings/default' };
  }

  /** Landings with an address that show the first step of a flow. */
  landings(flow: string): readonly ResolvedDocument[] {
    const { site, document } = this.stage;
    const form = getSteps(document, flow)[0]?.form as FormName;
    return [...site.documents.values()].filter(
      (each) =>
        each.kind === 'landing' &&
        (each.flow ?? Object.keys(document.flows)[0]) === flow &&
        createRouteTable(site).paths.has(each.id) &&
        planDocument(each, site).forms.has(form),
    );
  }

  /** The first flow of several steps, in which a visitor is "started" between them. */
  get longFlow(): { readonly name: string; readonly last: JourneyStep } {
    const found = Object.entries(this.stage.document.flows).find(([, { steps }]) => steps.length > 1);
    const last = found?.[1].steps.at(-1);
    if (found === undefined || last === undefined) throw new Error('The journey has no flow of several steps.');
    return { name: found[0], last };
  }

  /** The first flow of one step, which registers at once. */
  get shortFlow(): string {
    const found = Object.entries(this.stage.document.flows).find(([, { steps }]) => steps.length === 1);
    if (found === undefined) throw new Error('The journey has no flow of one step.');
    return found[0];
  }

  /** A landing that shows everything in one form. */
  get landing(): Place {
    const flow = this.shortFlow;
    const [step] = getSteps(this.stage.document, flow);
    if (step === undefined) throw new Error(`The flow "${flow}" has no step.`);
    return this.placeOf(flow, step);
  }

  /** The first such landing whose form promises a voucher. */
  get landingWithVoucher(): Place {
    const { site, backend } = this.stage;
    const now = backend.ports.clock.now();
    const landing = this.landings(this.shortFlow).find(({ id }) => findVoucher(id, site, now) !== null);
    if (landing === undefined) throw new Error(`No landing of the flow "${this.shortFlow}" promises a voucher.`);
    return { document: landing.id };
  }

  /** Comes into a state of the registration's machine, as its visitors do. */
  async be(state: string): Promise<void> {
    const come = ways[state];
    if (come === undefined) throw new Error(`Walks do not know how a visitor comes into the state "${state}".`);
    await come(this);
  }

  /** Registers elsewhere, so that this browser knows nothing of it: on a landing with a voucher, or through a program without one. */
  async registersElsewhere(voucher: 'own' | 'none' = 'none', email = this.email): Promise<void> {
    await this.invited();
    if (voucher === 'none') return this.takesPlace(email);
    const from = this.address(this.landingWithVoucher);
    await this.elsewhere().submit(this.form('registration').post, this.filled('registration', { email }), from);
  }

  /** The person registers with the newest code, through an API client. */
  async takesPlace(email: string): Promise<void> {
    const form = { ...this.filled('registration', { email }), terms: true, newsletter: false };
    const newsletter = { text: '', version: '' };
    const { outcome } = await this.stage.backend.members.register({ form, locale, newsletter, network: this.id });
    if (outcome !== 'registered') throw new Error(`A registration was answered with "${outcome}".`);
  }

  /** Opens the last step of a social sign-up by its link. @returns the link's token */
  async opensSocialStep(email = this.email): Promise<string> {
    const token = await this.stage.backend.members.makeSocialToken(email);
    await this.open({ document: this.form('preferences').page, query: `token=${token}` });
    return token;
  }

  /** The time of the links that were mailed to an address is over. */
  async tooLate(email: string): Promise<void> {
    const { database, clock } = this.stage.backend.ports;
    await database.db
      .updateTable('activation_tokens')
      .set({ expires_at: new Date(clock.now() - HOUR).toISOString() })
      .where('email_canonical', '=', email)
      .execute();
  }

  /** Another person activates an account with this address. */
  async hasAccount(email: string, state: 'pending' | 'active'): Promise<void> {
    const other = new Person(this.stage);
    await other.registersElsewhere('none', email);
    if (state === 'active')
      await this.stage.backend.members.activate({ token: await other.token(email), network: other.id });
  }
}

/** State → what a visitor does to be in it. */
const ways: Readonly<Record<string, (person: Person) => Promise<unknown>>> = {
  none: async () => undefined,
  async started(person) {
    await person.invited();
    const { name, last } = person.longFlow;
    await person.take(name, last.name);
  },
  async finished(person) {
    await person.invited();
    await person.send('registration', undefined, person.landingWithVoucher);
  },
  async active(person) {
    await ways['finished']?.(person);
    await person.activate();
  },
  async told(person) {
    const email = `told-${person.email}`;
    await person.hasAccount(email, 'active');
    await person.invited();
    await person.send('registration', person.filled('registration', { email }), person.landing);
  },
  async 'activation-error'(person) {
    const { visitor } = person;
    await person.registersElsewhere();
    const token = await person.token();
    await person.tooLate(person.email);
    const page = person.address({ document: person.form('activation').page, query: `token=${token}` });
    await visitor.submit(person.form('activation').post, { token }, page);
  },
  intro: async () => undefined,
  confirmation: (person) => person.send('membership-interest'),
  outside: async () => undefined,
  async invited(person) {
    const code = await person.invited(0);
    const place = { document: person.form('lobby').page };
    const { answer } = await person.send('lobby', { email: person.email, code }, place);
    await person.open(answer.location ?? '');
  },
  async joined(person) {
    await ways['invited']?.(person);
    await person.send('waiting-list', {});
  },
  async social1(person) {
    await person.hasAccount(person.email, 'pending');
  },
  async social2(person) {
    await ways['social1']?.(person);
    await person.opensSocialStep();
    await person.send('preferences', { preferences: 'men' });
  },
};
