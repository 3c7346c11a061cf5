import { setInterval } from 'node:timers';
import type { MailServer, TakenMail } from '#tests/helpers/mail-server.ts';
import { isActivated, isRegistered, createRegistration, type Seen } from '../parts/visitors.ts';
import { type Answered, ask } from './ask.ts';
import { Tally } from './tally.ts';

/** Milliseconds between two looks at who is due. */
const TICK = 20;
const LOCALES = ['en', 'de', 'fr', 'it', 'nl', 'pl', 'sv'] as const;

export interface ArrivalsOptions {
  readonly origin: string;
  readonly code: string;
  readonly mail: Pick<MailServer, 'mails'>;
  readonly seen: Seen;
}

export interface Arrivals {
  /** From now on anyone who arrives is counted here. */
  begin(event: string): Tally;
  /** Stops new arrivals except for retries, and resolves when all have been answered. */
  stop(): Promise<void>;
}

/** An open loop: arrivals do not depend on each other or on response times. */
export function startArrivals({ origin, code, mail, seen }: ArrivalsOptions): Arrivals {
  let tally = new Tally('');
  const running = new Set<Promise<void>>();
  const owing: string[] = [];
  const unused: TakenMail[] = [];
  let [people, visitors, mailsRead] = [0, 0, 0];

  /** Each from a network of its own, as in life: one alone is soon asked for patience. */
  const nextAddress = (): string => {
    visitors += 1;
    return `127.${1 + (visitors >> 16)}.${(visitors >> 8) & 255}.${visitors & 255}`;
  };
  const note = (work: Promise<void>): void => {
    running.add(work);
    void work.finally(() => running.delete(work));
  };

  async function timed(own: Tally, path: string, fields?: Readonly<Record<string, string>>) {
    const [from, started] = [nextAddress(), performance.now()];
    const headers = fields === undefined ? { 'accept-encoding': 'identity' } : formHeaders(origin);
    const answer = await ask(origin, { path, from, headers, fields });
    own.slowest = Math.max(own.slowest, performance.now() - started);
    return answer;
  }

  /** Every second one is new to every cache. */
  async function page(own: Tally, turn: number): Promise<void> {
    own.pages += 1;
    const locale = LOCALES[turn % LOCALES.length];
    const path = `/${locale}/about-us`;
    const answer = await timed(own, turn % 2 === 0 ? path : `${path}?visit=${turn}`);
    const wrong = whatIsWrong(answer, `<html lang="${locale}"`, '/about-us">');
    if (wrong !== null) own.fail(`page: ${wrong}`);
  }

  async function codePage(own: Tally, turn: number): Promise<void> {
    own.codePages += 1;
    const locale = LOCALES[turn % LOCALES.length];
    const answer = await timed(own, `/${locale}/${code}`);
    if (asksBack(answer, '/do/register')) own.askedBack += 1;
    else {
      const wrong = whatIsWrong(answer, `<html lang="${locale}"`, '/do/register');
      if (wrong !== null) own.fail(`page of a code: ${wrong}`);
    }
  }

  async function registration(own: Tally): Promise<void> {
    const again = owing.shift();
    if (again === undefined) people += 1;
    const email = again ?? `cluster-${people}@example.com`;
    own.forms += 1;
    const answer = await timed(own, '/en/do/register', createRegistration(email, code));
    if (typeof answer !== 'string' && answer.status === 303 && isRegistered(answer.location)) {
      seen.registered.add(email);
      return;
    }
    owing.push(email);
    if (asksBack(answer, email)) own.askedBack += 1;
    else own.fail(`registration: ${described(answer)}`);
  }

  async function activation(own: Tally): Promise<void> {
    const link = unused.shift() ?? mail.mails[mailsRead];
    const token = URL.parse(link?.link ?? '')?.searchParams.get('token');
    if (link === undefined) return;
    if (link === mail.mails[mailsRead]) mailsRead += 1;
    if (!token) return;
    own.forms += 1;
    const answer = await timed(own, '/en/do/activate', { token });
    if (typeof answer !== 'string' && answer.status === 303 && isActivated(answer.location)) {
      for (const email of link.to) seen.activated.add(email);
      return;
    }
    unused.push(link);
    if (asksBack(answer, '')) own.askedBack += 1;
    else own.fail(`activation: ${described(answer)}`);
  }

  // Arrivals a second. They come at this rate whatever became of those before them.
  const kinds = [
    { rate: 30, arrive: page },
    { rate: 8, arrive: codePage },
    { rate: 3, arrive: registration },
    { rate: 3, arrive: activation },
  ].map((kind) => ({ ...kind, arrived: 0 }));
  const began = performance.now();
  function admit(): void {
    const seconds = (performance.now() - began) / 1_000;
    for (const kind of kinds)
      for (; kind.arrived < Math.floor(seconds * kind.rate); kind.arrived += 1) note(kind.arrive(tally, kind.arrived));
  }
  const timer = setInterval(admit, TICK);
  const settled = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running);
  };
  return {
    begin(event) {
      tally = new Tally(event);
      return tally;
    },
    async stop() {
      clearInterval(timer);
      await settled();
      for (let left = owing.length; left > 0; left -= 1) await registration(tally);
      for (let left = unused.length; left > 0; left -= 1) await activation(tally);
    },
  };
}

/** As after the first form of a browser; alike for all, so that a form is known when it is sent again. */
const formHeaders = (origin: string): Readonly<Record<string, string>> => ({
  'sec-fetch-site': 'same-origin',
  referer: `${origin}/en`,
  cookie: '__Host-form-key=AAAAAAAAAAAAAAAAAAAAAA; form-key=AAAAAAAAAAAAAAAAAAAAAA',
});

/** `null` for a whole page that says what it has to. */
function whatIsWrong(answer: Answered | string, ...markers: readonly string[]): string | null {
  if (typeof answer === 'string' || answer.status !== 200) return described(answer);
  if (!answer.body.trimEnd().endsWith('</html>')) return 'half a page';
  return markers.every((marker) => answer.body.includes(marker)) ? null : 'another page than was asked for';
}

const asksBack = (answer: Answered | string, stored: string): boolean =>
  typeof answer !== 'string' && answer.status === 503 && answer.retryAfter !== null && answer.body.includes(stored);

const described = (answer: Answered | string): string =>
  typeof answer === 'string' ? answer : `${answer.status} ${answer.location}`.trimEnd();
