import type { MutationResolvers } from '#schemas/generated/graphql/resolvers.ts';
import { afterRegistration } from '#server/entrances/do/after-registration.ts';
import { type GraphqlContext, replaceSession } from '../context.ts';
import { publicError } from '../errors.ts';
import { guarded } from '../guard.ts';
import { isIdempotencyKey, malformedKey, once } from '../idempotent.ts';
import { codeOf } from '../outcome.ts';
import { operationRoles } from '../roles.ts';

const roles = operationRoles.Mutation;

type Operation = 'register' | 'changeEmail' | 'resendActivation' | 'activate';

/** B3: the mutations around one registration, whose session is the one that pages use too. */
export const registration: Required<Pick<MutationResolvers<GraphqlContext>, Operation>> = {
  register: guarded('register', roles.register, async (args, context) => {
    const { input, locale, document, storedReferral, idempotencyKey } = args;
    const { members, site, network, referrer, incoming, visitor } = context;
    if (idempotencyKey && !isIdempotencyKey(idempotencyKey)) throw malformedKey;
    const form = withoutNulls(input);
    const place = await site.place(incoming, network, {
      locale,
      document: document ?? null,
      code: input.code ?? null,
      validityTimestamp: input.validityTimestamp ?? null,
    });
    if (place === null) throw noPage;
    // Its own key is claimed in the transaction of the registration.
    const answer = await members.register({
      form,
      locale,
      network,
      referrer,
      storedReferral: storedReferral ?? null,
      ...place.offer,
      ...(idempotencyKey && { idempotencyKey }),
    });
    const next = afterRegistration(answer, { ...place, values: form, session: visitor.session });
    // Everything else is told by a page, which the form is posted for.
    if ('to' in next || 'refused' in next) site.answered('register', next, incoming);
    if ('to' in next && next.session) replaceSession(context, next.session);
    const code = codeOf(answer.outcome);
    const errors = 'refused' in next ? next.refused : [];
    switch (answer.outcome) {
      case 'registered':
        return { code, email: answer.email, errors };
      case 'refused':
        return { code, errors, refusal: answer.error, lobbyToken: answer.lobbyToken };
      case 'too-many-requests':
        return { code, errors, retryAfterSeconds: answer.retryAfterSeconds };
      default:
        return { code, errors };
    }
  }),

  changeEmail: guarded('changeEmail', roles.changeEmail, async ({ email, idempotencyKey }, context) => {
    const { ports, members, network, visitor } = context;
    const handle = visitor.session.registration?.handle;
    if (handle === undefined) return { code: 'NOT_FOUND', errors: [] };
    const answer = await once(
      ports,
      { operation: 'changeEmail', key: idempotencyKey, body: { email, handle } },
      () => members.changeEmail({ registration: handle, form: { email }, network }),
      ({ outcome }) => outcome === 'changed',
    );
    if (answer === 'key-reused') return { code: 'KEY_REUSED', errors: [] };
    const code = codeOf(answer.outcome);
    switch (answer.outcome) {
      case 'changed':
        replaceSession(context, { registration: { handle, email: answer.email } });
        return { code, email: answer.email, errors: [] };
      case 'already-active':
        noteActive(context);
        return { code, errors: [] };
      case 'invalid':
        return { code, errors: answer.errors };
      case 'too-many-requests':
        return { code, errors: [], retryAfterSeconds: answer.retryAfterSeconds };
      default:
        return { code, errors: [] };
    }
  }),

  resendActivation: guarded('resendActivation', roles.resendActivation, async ({ idempotencyKey }, context) => {
    const { ports, members, network, visitor } = context;
    const handle = visitor.session.registration?.handle ?? null;
    const token = visitor.session.failedToken ?? null;
    const answer = await once(
      ports,
      { operation: 'resendActivation', key: idempotencyKey, body: { handle, token } },
      () => members.resendActivation({ registration: handle, token, network }),
      ({ outcome }) => outcome === 'sent',
    );
    if (answer === 'key-reused') return { code: 'KEY_REUSED' };
    const code = codeOf(answer.outcome);
    if (answer.outcome === 'already-active') noteActive(context);
    return answer.outcome === 'too-many-requests' ? { code, retryAfterSeconds: answer.retryAfterSeconds } : { code };
  }),

  activate: guarded('activate', roles.activate, async ({ token, idempotencyKey }, context) => {
    const { ports, members, network, visitor } = context;
    const answer = await once(
      ports,
      { operation: 'activate', key: idempotencyKey, body: { token } },
      () => members.activate({ token, network }),
      ({ outcome }) => outcome === 'active',
    );
    if (answer === 'key-reused') return { code: 'KEY_REUSED' };
    const code = codeOf(answer.outcome);
    switch (answer.outcome) {
      case 'active': {
        const { voucher } = answer;
        replaceSession(context, voucher === null ? { active: true } : { voucher });
        return { code, voucher: voucher && { ...voucher, validUntil: new Date(voucher.validUntil).toISOString() } };
      }
      case 'already-active':
        noteActive(context);
        return { code };
      case 'failed':
        replaceSession(context, { ...visitor.session, failedToken: token });
        return { code };
      case 'too-many-requests':
        return { code, retryAfterSeconds: answer.retryAfterSeconds };
      default:
        return { code };
    }
  }),
};

/** The visitor is led to the page that says so (R16). */
function noteActive(context: GraphqlContext): void {
  replaceSession(context, { ...context.visitor.session, active: true });
}

/** Whoever is shown no page with the form cannot send it; a form that is posted leads to another page instead. */
const noPage = publicError('FORBIDDEN', 'No page of this visitor has the form.');

/** A field that is absent and one that is `null` are the same to a form. */
function withoutNulls(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined));
}
