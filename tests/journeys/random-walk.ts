import { isDeepStrictEqual } from 'node:util';
import { planDocument } from '#engine/decide/plan.ts';
import type { ResolvedDocument } from '#engine/documents/types.ts';
import { createRouteTable } from '#engine/routing/route-table.ts';
import type { JourneyDocument } from '#schemas/generated/documents.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import { buildSessionCookie } from '#server/site/sessions/session.ts';
import type { Answer, TestVisitor } from '#tests/helpers/plain-server.ts';
import { type Fields, mistakesIn, shownAgain } from './fields.ts';
import { Person } from './person.ts';
import type { Stage } from './stage.ts';

/** What may happen to one person with two devices, each with two tabs; numbers choose among what there is. */
export type Event =
  | {
      readonly what: 'open';
      readonly device: number;
      readonly tab: number;
      readonly page: number;
      readonly code: boolean;
    }
  | {
      readonly what: 'send';
      readonly device: number;
      readonly tab: number;
      readonly form: number;
      readonly mistake: number | null;
    }
  | { readonly what: 'press'; readonly device: number; readonly isOpened: boolean }
  | { readonly what: 'pass'; readonly hours: number }
  | { readonly what: 'outage'; readonly isOut: boolean }
  | { readonly what: 'document'; readonly revision: number }
  | { readonly what: 'erase' };

/** A browser: its tabs have the same cookies and are on different pages. */
interface Device {
  readonly visitor: TestVisitor;
  /** Addresses. */
  readonly tabs: string[];
}

const HOUR = 3_600_000;
const states: readonly string[] = ['pending', 'active'];
/** Every answer that a person may get; a fault of the program is none of them. */
const statuses: readonly number[] = [200, 302, 303, 403, 404, 422, 429, 503];

/** Lets it happen, and says what must never be. */
export class RandomWalk {
  readonly #stage: Stage;
  readonly #person: Person;
  readonly #devices: readonly Device[];
  readonly problems: string[] = [];
  readonly #usual: Record<string, unknown>;
  #isOut = false;

  private constructor(stage: Stage, person: Person) {
    this.#stage = stage;
    this.#person = person;
    this.#usual = { ...stage.members };
    const start = person.address(person.landing);
    const second = stage.server.visitor({ cookie: strangeSession(stage), ...person.headers });
    this.#devices = [person.visitor, second].map((visitor) => ({ visitor, tabs: [start, start] }));
  }

  static async begin(stage: Stage): Promise<RandomWalk> {
    const person = new Person(stage);
    await person.invited(2);
    return new RandomWalk(stage, person);
  }

  async happen(event: Event): Promise<void> {
    await this.#happen(event);
    await this.#lookAtRows(event);
  }

  /** The stage is as it was. */
  async end(): Promise<void> {
    Object.assign(this.#stage.members, this.#usual);
    await this.#stage.show(this.#stage.document);
  }

  async #happen(event: Event): Promise<void> {
    const stage = this.#stage;
    switch (event.what) {
      case 'open':
        return this.#open(event);
      case 'send':
        return this.#send(event);
      case 'press':
        return this.#press(event);
      case 'pass':
        stage.pass(event.hours * HOUR);
        return void (await stage.backend.runMaintenance());
      case 'outage':
        this.#isOut = event.isOut;
        return this.#setOutage();
      case 'document':
        return stage.show(revisions(stage.document)[event.revision % 3] ?? stage.document);
      default:
        return void (await stage.backend.people.erase(this.#person.email, 'admin'));
    }
  }

  /** The members do not answer; their usual functions are restored later. */
  #setOutage(): void {
    for (const [name, usual] of Object.entries(this.#usual)) {
      if (typeof usual !== 'function' || synchronous.has(name)) continue;
      this.#stage.members[name] = this.#isOut ? () => Promise.reject(new Error('The database is out.')) : usual;
    }
  }

  async #open({ device, tab, page, code }: Extract<Event, { what: 'open' }>): Promise<void> {
    const all = listPages(this.#stage);
    const document = all[page % all.length];
    if (document === undefined) return;
    const query = code ? `rc=${this.#person.code}` : '';
    await this.#goTo(device, tab, this.#person.address({ document: document.id, query }));
  }

  /** Follows redirects as a browser does. */
  async #goTo(device: number, tab: number, address: string): Promise<void> {
    const own = this.#devices[device];
    if (own === undefined) return;
    let at = address;
    for (let hops = 0; hops < 6; hops += 1) {
      const answer = await own.visitor.get(at);
      this.#look(`GET ${at}`, answer);
      if (answer.location === null) {
        own.tabs[tab] = at;
        return;
      }
      at = answer.location;
    }
    this.problems.push(`${address} leads round in circles.`);
  }

  async #send({ device, tab, form: index, mistake }: Extract<Event, { what: 'send' }>): Promise<void> {
    const names = Object.keys(this.#stage.document.forms) as FormName[];
    const form = names[index % names.length];
    const own = this.#devices[device];
    const from = own?.tabs[tab];
    if (form === undefined || own === undefined || from === undefined) return;
    const wrong = mistakesIn(form);
    const left = mistake === null || wrong.length === 0 ? undefined : wrong[mistake % wrong.length];
    const fields = { ...this.#person.filled(form), ...(left && { [left.field]: '' }) };
    const { post } = this.#stage.shown.forms[form] ?? this.#person.form(form);
    const answer = await own.visitor.submit(post, fields, from);
    this.#look(`${form} from ${from}`, answer);
    if (answer.location !== null) return this.#goTo(device, tab, answer.location);
    this.#keeps(form, fields, answer);
  }

  /** Opens the newest mail of the person, if there is one, and presses its button. */
  async #press({ device, isOpened }: Extract<Event, { what: 'press' }>): Promise<void> {
    const own = this.#devices[device];
    const token = await this.#person.token().catch(() => '');
    if (own === undefined || token === '') return;
    const from = this.#person.address({ document: this.#person.form('activation').page, query: `token=${token}` });
    if (isOpened) await this.#goTo(device, 0, from);
    const answer = await own.visitor.submit(this.#person.form('activation').post, { token }, from);
    this.#look('the press of a mail', answer);
    if (answer.location !== null) await this.#goTo(device, 0, answer.location);
  }

  /** What was typed is shown again, unless the deny page is in the place of the form. */
  #keeps(form: FormName, fields: Fields, { status, form: shown, document }: Answer): void {
    if (![422, 429, 503].includes(status)) return;
    if (isDeepStrictEqual(shown.values, shownAgain(form, fields))) return;
    this.problems.push(`${form} was answered with ${status} on ${document} and lost what was typed.`);
  }

  #look(what: string, { status, location, document }: Answer): void {
    if (!statuses.includes(status)) this.problems.push(`${what} was answered with ${status}.`);
    if (location !== null || document === null) return;
    const page = this.#stage.site.documents.get(document);
    if (page === undefined || !leadsOn(page, this.#stage)) this.problems.push(`${what} ends on ${document}.`);
  }

  async #lookAtRows({ what }: Event): Promise<void> {
    const { db } = this.#stage.backend.ports.database;
    const inviter = `inviter-${this.#person.code}`;
    const places = await db.selectFrom('inviters').selectAll().where('id', '=', inviter).executeTakeFirstOrThrow();
    const members = await db.selectFrom('members').select('state').where('inviter_id', '=', inviter).execute();
    const { issued, free, pending, active } = places;
    if (issued !== free + pending + active || Math.min(free, pending, active) < 0)
      this.problems.push(`After "${what}" the balance is ${JSON.stringify({ issued, free, pending, active })}.`);
    const waiting = members.filter(({ state }) => state === 'pending').length;
    if (waiting !== pending) this.problems.push(`After "${what}" ${waiting} accounts wait and ${pending} places do.`);
    const strange = members.filter(({ state }) => !states.includes(state));
    if (strange.length > 0) this.problems.push(`After "${what}" an account is ${JSON.stringify(strange)}.`);
  }
}

/** Answered at once, without a query. */
const synchronous: ReadonlySet<string> = new Set(['countryOptions', 'watchRegistration']);

/** Pages of which anything in the document of the journey speaks, and every landing. */
function listPages({ site, document }: Stage): readonly ResolvedDocument[] {
  const named = JSON.stringify(document);
  return [...site.documents.values()].filter(
    ({ id, kind }) => createRouteTable(site).paths.has(id) && (kind === 'landing' || named.includes(`"${id}"`)),
  );
}

/** Whether there is anything to do on a page: a form, or a link in one of its blocks. */
function leadsOn(page: ResolvedDocument, { site }: Stage): boolean {
  return planDocument(page, site).forms.size > 0 || /"to":"|<link/.test(JSON.stringify(page.blocks));
}

/** What other releases of the document may say: of sessions that one of them has sealed, every other one reads what it knows. */
function revisions(document: JourneyDocument): readonly JourneyDocument[] {
  const reversed = Object.fromEntries(Object.entries(document.flows).toReversed());
  const renamed = Object.fromEntries(
    Object.entries(document.flows).map(([flow, { steps }]) => [flow, { steps: steps.map((step) => ({ ...step })) }]),
  );
  const [name = ''] = Object.keys(document.flows).toReversed();
  return [
    document,
    { ...document, flows: reversed },
    { ...document, flows: { ...renamed, [`${name}-again`]: { steps: document.flows[name]?.steps ?? [] } } },
  ];
}

/** A session of a release that knew other things. */
function strangeSession(stage: Stage): string {
  const session = {
    draft: 'of-another-release',
    offer: { newsletter: { text: '', version: '' }, voucher: 'gone' },
    dance: 1,
  };
  const { name, value } = buildSessionCookie(stage.backend.ports, session as object, true);
  return `${name}=${value}`;
}
