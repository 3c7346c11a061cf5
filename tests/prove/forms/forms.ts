import { chromium } from 'playwright-core';
import { readCsv } from '#engine/shared/csv.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { launchBrowser } from '#tests/setup/launch-browser.ts';
import { type RunningServer, startServer } from '#tests/helpers/server.ts';
import { setStage, type Stage } from '../parts/stage.ts';
import type { Proof, ProofContext, ProofResult } from '../proof.ts';
import { buildFormsProject, EXPERIMENT, LEAD, RSVP, SHORT_FORM } from './forms-project.ts';
import { createSender } from './send-form.ts';
import { readResultPage, sendVisitors } from './test-forms.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

const SECRET = 'a secret of the receiver of at least 32 bytes';
/** Milliseconds until mails and webhook requests have arrived. */
const ARRIVAL = 60_000;

export const forms: Proof = {
  summary:
    'A lead form and an RSVP from document to webhook, mail, CSV and erasure, in seven languages with and without a script; an experiment over two forms to its result page.',
  runs: 60,
  run,
};

async function run({ runs, progress }: ProofContext): Promise<ProofResult> {
  const receiver = await startWebhookReceiver(SECRET);
  const stage = await setStage('sqlite');
  const copy = await buildFormsProject();
  const launched = await launchBrowser();
  const env = {
    ...stage.environment,
    WEBHOOKS: `crm=${receiver.url}`,
    WEBHOOK_SECRETS: `crm=${SECRET}`,
    RATE_LIMIT_EXPERIMENT_VISITORS: '10000 per 1 min',
  };
  let server: RunningServer | null = null;
  try {
    server = await startServer({ cwd: copy.folder, startWithin: 120_000, env });
    const browser = await chromium.connect(launched.wsEndpoint());
    const { origin } = server;
    const cookie = await signIn(stage);
    const walks = await walkForms(createSender(browser, origin), progress, runs);
    const arrived = await waitForArrivals(receiver, stage, walks.sent);
    const files = await readFiles(origin, cookie, walks.sent);
    const erased = await eraseOne(stage, origin, cookie, walks.sent);
    const tested = await sendVisitors(origin, runs, (done) =>
      progress(walks.sent.length + done, walks.sent.length + runs),
    );
    const shown = await readResultPage(browser, origin, cookie, EXPERIMENT, tested);
    return {
      found: [
        ['forms sent in a browser', walks.sent.length],
        ['languages · with and without a script', `${locales.length} · 2`],
        [
          'entries at the receiver · repeated · forged',
          `${arrived.entries} · ${receiver.repeated} · ${receiver.forged}`,
        ],
        ['mails to senders', arrived.mails],
        ['rows of the CSV files', files.rows],
        ['visitors of the experiment · forms sent, long', `${tested.long.visitors} · ${tested.long.sent}`],
        ['visitors of the experiment · forms sent, short', `${tested.short.visitors} · ${tested.short.sent}`],
      ],
      broken: [...walks.broken, ...arrived.broken, ...files.broken, ...erased, ...shown],
    };
  } finally {
    await server?.stop();
    await launched.close();
    await stage.close();
    await receiver.close();
    copy.remove();
  }
}

interface Sent {
  readonly form: string;
  readonly email: string;
  readonly locale: string;
}

async function walkForms(
  send: ReturnType<typeof createSender>,
  progress: ProofContext['progress'],
  runs: number,
): Promise<{ readonly sent: readonly Sent[]; readonly broken: readonly string[] }> {
  const sent: Sent[] = [];
  const broken: string[] = [];
  const all = [LEAD, RSVP].length * locales.length * 2;
  for (const form of [LEAD, RSVP])
    for (const locale of locales)
      for (const hasScript of [true, false]) {
        const email = `${form}-${locale}-${hasScript ? 'script' : 'plain'}@example.com`;
        const problem = await send({ landing: form, locale, hasScript, email });
        if (problem !== null) broken.push(`${form}, ${locale}, with a script: ${hasScript}: ${problem}`);
        sent.push({ form, email, locale });
        progress(sent.length, all + runs);
      }
  return { sent, broken };
}

/** Each entry reaches the receiver once, in its language, and its sender gets one mail. */
async function waitForArrivals(receiver: WebhookReceiver, { mail }: Stage, sent: readonly Sent[]) {
  const until = Date.now() + ARRIVAL;
  while (Date.now() < until && (receiver.entries.length < sent.length || mail.mails.length < sent.length))
    await new Promise((resolve) => setTimeout(resolve, 200));
  const broken = sent.flatMap(({ email, locale }) => {
    const own = receiver.entries.filter(({ answers }) => answers['email'] === email);
    const mails = mail.mails.filter(({ to }) => to.includes(email)).length;
    return [
      ...(own.length === 1 && own[0]?.locale === locale ? [] : [`${email}: ${own.length} entries at the receiver.`]),
      ...(mails === 1 ? [] : [`${email}: ${mails} mails.`]),
    ];
  });
  return { entries: receiver.entries.length, mails: mail.mails.length, broken };
}

/** A session of an administrator. */
async function signIn(stage: Stage): Promise<string> {
  const backend = await stage.backend();
  try {
    const made = await backend.staff.createAdmin({
      email: 'anna@example.com',
      name: 'Anna Winter',
      password: 'a long password for proofs',
    });
    const subject = made.outcome === 'created' ? made.admin.id : '';
    const { token } = await backend.staff.issueAccessToken({ role: 'admin', subject, replaces: null });
    return `admin=${token}`;
  } finally {
    await backend.close();
  }
}

const readAddresses = async (origin: string, cookie: string, form: string): Promise<readonly string[]> => {
  const response = await fetch(`${origin}/do/admin/file/form-entries?state=${form}`, { headers: { cookie } });
  const [columns, ...rows] = readCsv(await response.text());
  const at = columns?.cells.indexOf('email') ?? -1;
  return rows.map(({ cells }) => cells[at] ?? '');
};

/** The CSV of each form has every entry. */
async function readFiles(origin: string, cookie: string, sent: readonly Sent[]) {
  const broken: string[] = [];
  let count = 0;
  for (const form of [LEAD, RSVP]) {
    const expected = sent.filter((each) => each.form === form || each.form === SHORT_FORM).map(({ email }) => email);
    const found = (
      await Promise.all(
        (form === LEAD ? [LEAD, SHORT_FORM] : [form]).map((each) => readAddresses(origin, cookie, each)),
      )
    ).flat();
    count += found.length;
    const lost = expected.filter((email) => !found.includes(email));
    if (lost.length > 0 || found.length !== expected.length)
      broken.push(`The CSV of ${form} has ${found.length} rows in place of ${expected.length}.`);
  }
  return { rows: count, broken };
}

/** An erased sender is in no list. */
async function eraseOne(
  stage: Stage,
  origin: string,
  cookie: string,
  [first]: readonly Sent[],
): Promise<readonly string[]> {
  if (first === undefined) return ['No form was sent.'];
  const backend = await stage.backend();
  try {
    await backend.people.erase(first.email, 'command-line', []);
  } finally {
    await backend.close();
  }
  const left = (await Promise.all([LEAD, SHORT_FORM].map((form) => readAddresses(origin, cookie, form)))).flat();
  return left.includes(first.email) ? [`${first.email} was erased and is still in the list.`] : [];
}
