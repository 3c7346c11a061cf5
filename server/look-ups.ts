import type { SessionFact } from '#engine/guards/facts.ts';
import { queryValue, splitUrl } from '#engine/routing/split-url.ts';
import type {
  CodeFact,
  OpenedTokens,
  OpenRegistration,
  RegistrationSession,
  TokenFact,
} from '#journeys/registration/decide/facts.ts';
import type { Role } from '#server/staff/roles.ts';
import type { Backend } from '#server/backend.ts';
import type { Members } from '#server/members/index.ts';
import type { LookUps } from '#server/site/pages/look-up.ts';
import { within } from '#server/platform/within.ts';
import { findCookieAccess } from './site/sessions/access-cookies.ts';
import { openTokens } from './site/sessions/opened-tokens.ts';
import { readSession, type Session } from './site/sessions/session.ts';
import type { RegistrationStep1Form } from '#schemas/generated/forms.ts';

type LookUpBackend = Pick<Backend, 'ports' | 'members' | 'staff'>;

/** Looks up in the backend what decisions need. Every look-up of a code counts against the limits of its visitor. */
export function backendLookUps({ ports, members, staff }: LookUpBackend, secure: boolean): LookUps {
  return {
    async code({ code = '' }, { url, referrer }, { network }): Promise<CodeFact> {
      const validityTimestamp = queryValue(splitUrl(url).query, 'validityTimestamp');
      const answer = await members.checkCode({ code, validityTimestamp, referrer, network });
      if (answer.outcome === 'too-many-requests') return { state: 'limited' };
      const { inviterName, landing } = answer;
      if (answer.outcome === 'valid') return { state: 'valid', inviterName, landing };
      // Its landing is missing, so the default one greets (S17); the backend has logged it.
      if (answer.error === 'CUSTOMIZATION_MISSING') return { state: 'valid', inviterName, landing: null };
      return answer.known ? { state: 'refused', error: answer.error } : { state: 'not-found' };
    },

    async token(_match, { url }): Promise<TokenFact> {
      const token = queryValue(splitUrl(url).query, 'token');
      for (const purpose of ['lobby', 'social'] as const) {
        const check = await members.checkToken(purpose, token);
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

    async session(_match, { cookies }): Promise<SessionFact> {
      const session = readSession(ports, cookies, secure);
      const [found, registration] = await Promise.all([
        findCookieAccess(staff.findAccess, cookies, secure),
        openRegistration(members, session),
      ]);
      const opened = openTokens(ports, session);
      return sessionFact({ ...session, opened }, registration, found?.access.role ?? 'visitor');
    },
  };
}

/** Milliseconds for the database to say how far a registration is. */
const PATIENCE = 100;

/** While the database is out, a registration that was finished counts as still waiting. */
async function openRegistration(members: Members, { registration, draft }: Session): Promise<OpenRegistration | null> {
  const hours = members.settings.activationHours;
  if (registration !== undefined) {
    const { state } = await within(
      PATIENCE,
      'The status of a registration',
      members.registrationStatus(registration.handle),
    ).catch(() => ({ state: 'finished' as const }));
    return state === 'none' ? null : { step: state, email: registration.email, hours };
  }
  const open = draft === undefined ? null : await members.loadDraft(draft);
  if (open === null) return null;
  return { step: 'started', email: open.values.email, hours, draft: postedValues(open.values) };
}

/** Values as a form sends them: a box is ticked by `on`. What a link brought along is brought by it again. */
function postedValues({ validityTimestamp: _linked, ...values }: RegistrationStep1Form): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) =>
      value === false ? [] : [[field, value === true ? 'on' : value]],
    ),
  );
}

/** What a decision learns of a session. */
function sessionFact(
  { voucher, active, applied, used, opened }: Omit<Session, 'opened'> & { readonly opened: OpenedTokens | undefined },
  registration: OpenRegistration | null,
  role: Role,
): SessionFact {
  const known: RegistrationSession = {
    ...(registration && { registration }),
    ...(voucher && { voucher }),
    ...(active && { active }),
    ...(applied && { applied }),
    ...(used && { used }),
    ...(opened && { opened }),
  };
  const isNobody = Object.keys(known).length === 0 && role === 'visitor';
  return isNobody ? { state: 'none' } : { state: 'open', role, journeys: { registration: known } };
}
