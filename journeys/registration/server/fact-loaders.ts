import type { Site } from '#engine/documents/types.ts';
import type { JourneySessions } from '#engine/guards/facts.ts';
import type { MembersPort } from '#server/forms/use-case.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import type { FactLoaders } from '#server/site/pages/load-facts.ts';
import type { Session } from '#server/site/sessions/session.ts';
import { getJourneyDocument } from '../decide/document.ts';
import { readQueryToken } from '../decide/read-query-token.ts';
import type { CodeFact, OpenRegistration, RegistrationFacts, TokenFact, VoucherFact } from '../decide/facts.ts';
import { listDoneSteps } from './list-done-steps.ts';
import type { CheckCodeResult, RegistrationDraft } from './enquiries.ts';
import { openTokens } from './opened-tokens.ts';

/** Loads codes and tokens for decisions. Unknown codes are rate limited. */
export function createFactLoaders({
  checkCode,
  checkKnownCode,
  checkToken,
}: MembersPort): Pick<FactLoaders, 'code' | 'token'> {
  return {
    code({ code = '', query }, { referrer }, { network }): CodeFact | Promise<CodeFact> {
      const question = { code, validityTimestamp: readQueryToken(query, 'validityTimestamp'), referrer, network };
      const known = checkKnownCode(question);
      return known === null ? checkCode(question).then(codeFact) : codeFact(known);
    },

    async token({ query }): Promise<TokenFact> {
      const token = readQueryToken(query, 'token');
      for (const purpose of ['lobby', 'social'] as const) {
        const check = await checkToken(purpose, token);
        if (check.state === 'missing') return { state: 'missing' };
        if (check.state === 'valid')
          return {
            state: 'valid',
            purpose: purpose === 'social' ? 'social-second-step' : purpose,
            email: check.email,
            validUntil: check.expiresAt,
          };
      }
      return { state: 'refused' };
    },
  };
}

function codeFact(answer: CheckCodeResult): CodeFact {
  if (answer.outcome === 'too-many-requests') return { state: 'limited' };
  const { inviterName, landing } = answer;
  if (answer.outcome === 'valid') return { state: 'valid', inviterName, landing };
  // The landing is missing, so the default one greets (S17); the backend has logged it.
  if (answer.error === 'CUSTOMIZATION_MISSING') return { state: 'valid', inviterName, landing: null };
  return answer.known ? { state: 'refused', error: answer.error } : { state: 'not-found' };
}

/** Session facts for decisions. */
export async function readSessionFact(
  session: Session,
  members: MembersPort,
  now: number,
  site: Site,
): Promise<Partial<JourneySessions>> {
  const found = await openRegistration(session, members, site);
  const { active, applied, used } = session;
  // It may have been activated on another device.
  const voucher = session.voucher ?? found?.voucher;
  const registration = found?.registration;
  const opened = openTokens(session, now);
  const known: RegistrationFacts = {
    ...(registration && { registration }),
    ...(voucher && { voucher }),
    ...(active && { active }),
    ...(applied && { applied }),
    ...(used && { used }),
    ...(opened && { opened }),
  };
  return Object.keys(known).length === 0 ? {} : { registration: known };
}

/** Database timeout for the state of a registration in milliseconds. */
const TIMEOUT_MS = 100;

interface FoundRegistration {
  readonly registration: OpenRegistration;
  /** Voucher of its activation on any device. */
  readonly voucher?: VoucherFact;
}

async function openRegistration(
  { registration, draft, flow, steps = [] }: Session,
  members: MembersPort,
  site: Site,
): Promise<FoundRegistration | null> {
  const hours = members.settings.activationHours;
  if (registration !== undefined) {
    const { state, voucher } = await withTimeout(
      TIMEOUT_MS,
      'The status of a registration',
      members.registrationStatus(registration.handle),
    ).catch(() => ({ state: stateUnknown(site), voucher: null }));
    if (state === 'none') return null;
    return { registration: { step: state, email: registration.email, hours }, voucher: voucher ?? undefined };
  }
  const open = draft === undefined ? null : await members.loadDraft(draft);
  if (open === null) return null;
  const { email } = open.values;
  const started: OpenRegistration = {
    step: 'started',
    email: typeof email === 'string' ? email : '',
    hours,
    draft: postedValues(open.values),
    ...(open.answers && {
      answers: Object.fromEntries(Object.entries(open.answers).map(([form, given]) => [form, postedAnswers(given)])),
    }),
    flow,
    done: listDoneSteps(site, open.values, steps),
  };
  return { registration: started };
}

/** Assumed state of a registration during a database outage, from the journey's document. */
function stateUnknown(site: Site): 'none' | 'finished' | 'activated' {
  const { registration } = getJourneyDocument(site).machines;
  const state = registration?.whenUnknown ?? registration?.initial;
  if (state === 'active') return 'activated';
  return state === 'finished' ? state : 'none';
}

/** Answers to questions of a step, as posted. */
function postedAnswers(given: NonNullable<RegistrationDraft['answers']>[string]): Record<string, string> {
  return Object.fromEntries(
    given.flatMap(({ answers }) =>
      Object.entries(answers).map(([field, answer]): [string, string] => [
        field,
        answer === true ? 'on' : Array.isArray(answer) ? answer.join('\n') : String(answer),
      ]),
    ),
  );
}

/** Values as posted: a checked box is `on`. Values from a link are submitted by the link again. */
function postedValues({ validityTimestamp: _linked, ...values }: RegistrationDraft['values']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([field, value]): [string, string][] => {
      if (value === true) return [[field, 'on']];
      return typeof value === 'string' ? [[field, value]] : [];
    }),
  );
}
