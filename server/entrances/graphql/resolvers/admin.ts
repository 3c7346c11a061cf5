import type { MutationResolvers } from '#schemas/generated/graphql/resolvers.ts';
import type { GraphqlContext } from '../context.ts';
import { guarded } from '../guard.ts';
import { isIdempotencyKey, malformedKey } from '../idempotent.ts';
import { codeOf } from '../outcome.ts';
import { operationRoles } from '../roles.ts';
import { adminCookie } from '#server/site/sessions/access-cookies.ts';

const roles = operationRoles.Mutation;

type Operation = 'signIn' | 'signOut' | 'generateRegistrationLink';

/** B3: what admins do. Signing in keeps no key: it does the same however often it is repeated. */
export const admin: Required<Pick<MutationResolvers<GraphqlContext>, Operation>> = {
  signIn: guarded('signIn', roles.signIn, async ({ email, password }, { ports, staff, network, cookies, secure }) => {
    const answer = await staff.signInAdmin({ email, password, network });
    const code = codeOf(answer.outcome);
    switch (answer.outcome) {
      case 'signed-in': {
        const { id, name } = answer.admin;
        const { token, expiresAt } = await staff.issueAccessToken({ role: 'admin', subject: id });
        const seconds = Math.floor((expiresAt - ports.clock.now()) / 1_000);
        cookies.push(adminCookie(secure, token, seconds));
        return { code, name, token, expiresAt: new Date(expiresAt).toISOString() };
      }
      case 'refused':
        return { code };
      case 'too-many-requests':
        return { code, retryAfterSeconds: answer.retryAfterSeconds };
    }
  }),

  signOut: guarded('signOut', roles.signOut, async (_args, { staff, visitor, cookies, secure }) => {
    if (visitor.accessToken !== null) await staff.revokeAccessToken(visitor.accessToken);
    cookies.push(adminCookie(secure, null, 0));
    return { code: 'SIGNED_OUT' };
  }),

  generateRegistrationLink: guarded(
    'generateRegistrationLink',
    roles.generateRegistrationLink,
    async ({ registrationCode, idempotencyKey }, { members, visitor }) => {
      if (!isIdempotencyKey(idempotencyKey)) throw malformedKey;
      const actor = visitor.subject ?? '';
      const answer = await members.generateLink({ form: { code: registrationCode }, actor, idempotencyKey });
      const code = codeOf(answer.outcome);
      switch (answer.outcome) {
        case 'generated':
          return {
            code,
            errors: [],
            link: { ...answer.link, expiresAt: new Date(answer.link.expiresAt).toISOString() },
          };
        case 'invalid':
          return { code, errors: answer.errors };
        case 'refused':
          return { code, errors: [], refusal: answer.error };
        case 'key-reused':
          return { code, errors: [] };
        case 'too-many-requests':
          return { code, errors: [], retryAfterSeconds: answer.retryAfterSeconds };
      }
    },
  ),
};
