import type { MutationResolvers } from '#schemas/generated/graphql/resolvers.ts';
import { toErrorCode } from '#server/platform/to-error-code.ts';
import { buildAdminCookie } from '#server/site/sessions/access-cookies.ts';
import type { GraphqlContext } from '../context.ts';
import { guardResolver } from '../guard.ts';

/** Sign-in and sign-out of staff users (B3). Signing in needs no idempotency key, because repeating it is harmless. */
export const admin: Pick<MutationResolvers<GraphqlContext>, 'signIn' | 'signOut'> = {
  signIn: guardResolver(
    'signIn',
    'everybody',
    async ({ email, password }, { ports, staff, network, visitor, cookies, secure }) => {
      const answer = await staff.signInAdmin({ email, password, network });
      const code = toErrorCode(answer.outcome);
      if (answer.outcome !== 'signed-in')
        return { code, ...('retryAfterSeconds' in answer && { retryAfterSeconds: answer.retryAfterSeconds }) };
      const { id, name } = answer.admin;
      const { token, expiresAt } = await staff.issueAccessToken({
        role: 'admin',
        subject: id,
        replaces: visitor.accessToken,
      });
      const seconds = Math.floor((expiresAt - ports.clock.now()) / 1_000);
      cookies.push(buildAdminCookie(secure, token, seconds));
      return { code, name, token, expiresAt: new Date(expiresAt).toISOString() };
    },
  ),

  signOut: guardResolver('signOut', 'staff', async (_args, { staff, visitor, cookies, secure }) => {
    if (visitor.accessToken !== null) await staff.revokeAccessToken(visitor.accessToken);
    cookies.push(buildAdminCookie(secure, null, 0));
    return { code: 'SIGNED_OUT' };
  }),
};
