import { setTimeout as sleep } from 'node:timers/promises';
import {
  readBucketExperiment,
  readBucketPhase,
  readStickyAssignments,
  readVisitorId,
} from '#engine/shared/experiment-cookies.ts';
import type { ResolvedExperiment } from '#engine/documents/types.ts';
import { Flags } from '#engine/experiments/flags.ts';
import { buildPayload } from '#engine/experiments/payload.ts';
import { CHROME } from '#tests/helpers/experiments.ts';
import { isActivated, isRegistered, createRegistration } from '../parts/visitors.ts';

export const CODE = 'CROWD';
/** Milliseconds until every process has heard of another payload; then something is wrong. */
const TIMEOUT_MS = 60_000;
const SHARES = { agrees: 0.5, refuses: 0.25, takesBack: 0.05, registers: 0.03 };

/** As after the first form of a browser. */
const formKeys = ['__Host-form-key', 'form-key'].map((name) => [name, 'AAAAAAAAAAAAAAAAAAAAAA'] as const);

type Consent = 'none' | 'agreed' | 'refused' | 'withdrawn';

/** A browser: its cookies, and what it answered. */
export interface Browser {
  readonly cookies: Map<string, string>;
  readonly network: string;
  consent: Consent;
}

/** What a registration is to be credited to, by what its browser was given. */
export interface Registration {
  readonly browser: Browser;
  readonly email: string;
  readonly variations: readonly string[];
  /** `null` without consent. */
  readonly id: string | null;
}

export const readVariations = ({ cookies }: Browser) =>
  readStickyAssignments(decodeURIComponent(cookies.get('vitrine_arms') ?? ''));
export const readId = ({ cookies }: Browser): string | null =>
  readVisitorId(decodeURIComponent(cookies.get('vitrine_visitor') ?? ''))?.id ?? null;
export const formatName = (bucket: string, variation: string): string =>
  `${readBucketExperiment(bucket)} ${readBucketPhase(bucket)} ${variation}`;

/** Variations of the newest phase that the browser was given. */
export function creditedVariations(browser: Browser): readonly string[] {
  const variations = readVariations(browser);
  const newest = Math.max(...variations.map(({ bucket }) => readBucketPhase(bucket)));
  return variations
    .filter(({ bucket }) => readBucketPhase(bucket) === newest)
    .map((chosen) => formatName(chosen.bucket, chosen.variation));
}

/** Lives the lives of browsers and writes down what has to be stored of them. */
export class Ledger {
  readonly #origins: readonly string[];
  readonly #random: () => number;
  #flags: Flags | null = null;
  #networks = 0;
  #people = 0;
  requests = 0;
  given = 0;
  strange = 0;
  readonly broken: string[] = [];
  /** Exposures by experiment, phase and variation, of all visitors. */
  readonly counts = new Map<string, number>();
  /** Conversions by event and the same. */
  readonly credits = new Map<string, number>();
  readonly registrations: Registration[] = [];
  readonly #answers = { agreed: 0, refused: 0, withdrawn: 0 };

  constructor(origins: readonly string[], random: () => number) {
    this.#origins = origins;
    this.#random = random;
  }

  answers(): string {
    const { agreed, refused, withdrawn } = this.#answers;
    return `${agreed} · ${refused} · ${withdrawn}`;
  }

  #newBrowser(id?: string): Browser {
    this.#networks += 1;
    const network = `10.${(this.#networks >> 16) & 255}.${(this.#networks >> 8) & 255}.${this.#networks & 255}`;
    const cookies = new Map<string, string>(formKeys);
    if (id !== undefined) cookies.set('vitrine_visitor', id);
    return { cookies, network, consent: 'none' };
  }

  /** Resolves once every process gives the variations of this payload. */
  async followed(experiment: ResolvedExperiment): Promise<void> {
    this.#flags = null;
    const flags = new Flags(buildPayload([experiment], Date.now()));
    const until = Date.now() + TIMEOUT_MS;
    for (const origin of this.#origins) {
      for (let right = 0, tried = 0; right < 20; tried += 1) {
        if (Date.now() > until) throw new Error(`A process does not follow phase ${experiment.phase}.`);
        const id = `follows-the-payload-${experiment.phase}-${Math.round((experiment.variations[0]?.weight ?? 0) * 100)}-${tried}`;
        const browser = this.#newBrowser(id);
        await this.#ask(browser, '/', { origin });
        const expected = computeExpected(flags, experiment, id);
        const isRight = readVariations(browser).some(
          (chosen) => formatName(chosen.bucket, chosen.variation) === expected,
        );
        right = isRight ? right + 1 : 0;
        if (!isRight) await sleep(50);
      }
    }
    this.#flags = flags;
    this.#experiment = experiment;
  }

  #experiment: ResolvedExperiment | null = null;

  /** Resolves once no process gives a variation. */
  async nobodyTakesPart(): Promise<void> {
    this.#flags = null;
    for (const origin of this.#origins) {
      for (;;) {
        const browser = this.#newBrowser();
        await this.#ask(browser, '/', { origin });
        if (readVariations(browser).length === 0) break;
        await sleep(20);
      }
    }
  }

  /** A new browser comes, answers or does not, looks again, and perhaps registers. */
  async live(): Promise<Browser> {
    const browser = this.#newBrowser();
    const random = this.#random;
    const answer = random();
    const [takesBack, registers] = [random() < SHARES.takesBack, random() < SHARES.registers];
    // Some had agreed on another page before they came.
    const isEarly = random() < 0.3;
    if (isEarly) await this.#answer(browser, answer);
    await this.#ask(browser, '/');
    if (!isEarly) await this.#answer(browser, answer);
    await this.#ask(browser, '/');
    if (registers) await this.#register(browser);
    if (takesBack && browser.consent === 'agreed') await this.#withdraw(browser);
    return browser;
  }

  async comeBack(browser: Browser | undefined): Promise<void> {
    if (browser === undefined) return;
    await this.#ask(browser, '/');
    await this.#ask(browser, '/');
  }

  async #answer(browser: Browser, chance: number): Promise<void> {
    if (chance >= SHARES.agrees + SHARES.refuses) return;
    const agrees = chance < SHARES.agrees;
    await this.#submit(browser, 'consent', { choice: agrees ? 'all' : 'none' });
    browser.consent = agrees ? 'agreed' : 'refused';
    this.#answers[browser.consent] += 1;
  }

  async #withdraw(browser: Browser): Promise<void> {
    await this.#submit(browser, 'consent', { choice: 'none' });
    browser.consent = 'withdrawn';
    this.#answers.withdrawn += 1;
  }

  async #register(browser: Browser): Promise<void> {
    this.#people += 1;
    const email = `crowd-${this.#people}@example.com`;
    const [variations, id] = [creditedVariations(browser), browser.consent === 'agreed' ? readId(browser) : null];
    const location = await this.#submit(browser, 'register', createRegistration(email, CODE));
    if (!isRegistered(location)) {
      this.broken.push(`A registration led to "${location}".`);
      return;
    }
    this.registrations.push({ browser, email, variations, id });
    this.credit('registration_finished', variations);
  }

  credit(event: string, variations: readonly string[]): void {
    for (const chosen of variations) add(this.credits, `${event} ${chosen}`);
  }

  async activate(browser: Browser, token: string): Promise<boolean> {
    return isActivated(await this.#submit(browser, 'activate', { token }));
  }

  async #submit(browser: Browser, useCase: string, fields: Readonly<Record<string, string>>): Promise<string> {
    const response = await this.#ask(browser, `/en/do/${useCase}`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      isForm: true,
      body: new URLSearchParams(fields),
    });
    const location = response.headers.get('location');
    return location === null ? `${response.status}` : new URL(location, response.url).pathname;
  }

  /** One request to either process; what it gives is checked and written down. */
  async #ask(
    browser: Browser,
    path: string,
    more: RequestInit & { readonly origin?: string; readonly isForm?: boolean } = {},
  ): Promise<Response> {
    const { origin = this.#origins[Math.floor(this.#random() * this.#origins.length)] ?? '', isForm, ...init } = more;
    const before = readVariations(browser);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(origin + path, {
      redirect: 'manual',
      ...init,
      headers: {
        'user-agent': CHROME,
        'accept-language': 'en',
        'x-forwarded-for': browser.network,
        ...(isForm === true && { referer: `${origin}/en` }),
        ...(cookie !== '' && { cookie }),
        ...init.headers,
      },
    });
    await response.arrayBuffer();
    this.requests += 1;
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) browser.cookies.delete(name);
      else browser.cookies.set(name, value);
    }
    for (const { bucket, variation } of readVariations(browser)) {
      if (before.some((chosen) => chosen.bucket === bucket && chosen.variation === variation)) continue;
      this.given += 1;
      add(this.counts, formatName(bucket, variation));
      const [id, flags, experiment] = [readId(browser), this.#flags, this.#experiment];
      if (flags === null || experiment === null || id === null) continue;
      if (computeExpected(flags, experiment, id) !== formatName(bucket, variation)) this.strange += 1;
    }
    return response;
  }
}

/** What GrowthBook's own SDK gives a visitor, evaluated here. */
function computeExpected(flags: Flags, { feature }: ResolvedExperiment, id: string): string | null {
  const attributes = { locale: 'en', applicationCountry: '', device: 'desktop', webView: false } as const;
  const assignment = flags.evaluatorFor(id, attributes, {})(feature)?.assignment;
  return assignment === undefined ? null : formatName(assignment.bucket, assignment.variation);
}

const add = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
