import { setTimeout as sleep } from 'node:timers/promises';
import type { MailServer } from '#tests/helpers/mail-server.ts';

/** What forms were answered with, as visitors saw it. */
export interface Seen {
  /** Addresses whose registration was answered with success. */
  readonly registered: Set<string>;
  /** Addresses whose activation was answered with success. */
  readonly activated: Set<string>;
  /** Addresses whose form was not answered: their state is unknown until they are sent again. */
  readonly cut: Set<string>;
  /** Answers that were neither, by status. */
  readonly others: Map<string, number>;
}

export const nothingSeen = (): Seen => ({
  registered: new Set(),
  activated: new Set(),
  cut: new Set(),
  others: new Map(),
});

export interface VisitorsOptions {
  readonly origin: string;
  readonly code: string;
  readonly mail: Pick<MailServer, 'mails'>;
  readonly seen: Seen;
  readonly random: () => number;
}

export interface FormAnswer {
  /** `null` when the connection broke. */
  readonly status: number | null;
  readonly location: string;
  readonly body: string;
}

let senders = 0;

/** Sends a form as a browser without JavaScript does, each from an address of its own, so that no visitor's limit is reached. */
export async function sendForm(
  origin: string,
  useCase: string,
  fields: Readonly<Record<string, string>>,
): Promise<FormAnswer> {
  senders += 1;
  const network = `10.${(senders >> 16) & 255}.${(senders >> 8) & 255}.${senders & 255}`;
  try {
    const response = await fetch(`${origin}/en/do/${useCase}`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'sec-fetch-site': 'same-origin',
        referer: `${origin}/en`,
        'x-forwarded-for': network,
        // As after the first form of a browser; alike for all, so that a form that was cut is known when it is sent again.
        cookie: '__Host-form-key=AAAAAAAAAAAAAAAAAAAAAA; form-key=AAAAAAAAAAAAAAAAAAAAAA',
      },
      body: new URLSearchParams(fields),
    });
    const location = new URL(response.headers.get('location') ?? '/', origin).pathname;
    return { status: response.status, location, body: await response.text() };
  } catch {
    return { status: null, location: '', body: '' };
  }
}

export const createRegistration = (email: string, code: string) => ({
  gender: 'woman',
  firstName: 'Marie',
  lastName: 'd’Été',
  email,
  country: 'FR',
  terms: 'on',
  newsletter: 'on',
  code,
});

/** Registers one person; whether it was answered with success. */
export async function register(origin: string, code: string, email: string, seen: Seen): Promise<boolean> {
  const answer = await sendForm(origin, 'register', createRegistration(email, code));
  if (answer.status === null) seen.cut.add(email);
  else if (answer.status === 303 && isRegistered(answer.location)) {
    seen.cut.delete(email);
    seen.registered.add(email);
    return true;
  } else count(seen, `register ${answer.status} ${answer.location}`);
  return false;
}

/** Where a registration leads, and, for a form sent again after its answer was lost, how far the account is. */
export const isRegistered = (location: string): boolean =>
  /^\/registration\/(?:formfinished|registrationformemailpendingcomplete|registrationformemailactivecomplete)$/.test(
    location,
  );
export const isActivated = (location: string): boolean =>
  /^\/registration\/(?:registrationformemailactivecomplete|gift-voucher)$/.test(location);

async function activate({ origin, mail, seen }: VisitorsOptions, email: string): Promise<void> {
  const link = mail.mails.findLast(({ to }) => to.includes(email))?.link;
  const token = URL.parse(link ?? '')?.searchParams.get('token');
  if (!token) return;
  const answer = await sendForm(origin, 'activate', { token });
  if (answer.status === 303 && isActivated(answer.location)) seen.activated.add(email);
  else if (answer.status !== null) count(seen, `activate ${answer.status} ${answer.location}`);
}

function count(seen: Seen, what: string): void {
  seen.others.set(what, (seen.others.get(what) ?? 0) + 1);
}

let people = 0;

/** Visitors that register and activate until they are asked to stop; a form that was cut is sent again first. */
export function startVisitors(options: VisitorsOptions, crowd: number): { stop(): Promise<void> } {
  const { origin, code, mail, seen, random } = options;
  const over = new AbortController();
  const again = [...seen.cut];
  const live = async (): Promise<void> => {
    while (!over.signal.aborted) {
      people += 1;
      const email = again.pop() ?? `visitor-${people}@example.com`;
      if (!(await register(origin, code, email, seen))) await sleep(20);
      const waiting = mail.mails.slice(-30).flatMap(({ to }) => to.filter((each) => !seen.activated.has(each)));
      const chosen = waiting[Math.floor(random() * waiting.length)];
      if (chosen !== undefined && random() < 0.8) await activate(options, chosen);
    }
  };
  const crowds = Array.from({ length: crowd }, live);
  return {
    async stop() {
      over.abort();
      await Promise.all(crowds);
    },
  };
}
