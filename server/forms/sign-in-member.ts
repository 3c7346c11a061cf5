import type { SetCookie } from '#engine/decide/types.ts';
import { whileDatabaseAnswers } from '#server/platform/database/database-health.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { buildMemberCookie, readMemberToken } from '#server/site/sessions/access-cookies.ts';
import type { Staff } from '#server/staff/index.ts';

export interface MemberSignInPorts {
  readonly ports: Pick<PlatformPorts, 'database' | 'clock' | 'log'>;
  readonly issueAccessToken: Staff['issueAccessToken'];
}

/**
 * The cookie that signs a member in (R25). The outcome is already committed: during a database outage the visitor continues without the
 * cookie and signs in at the shop.
 *
 * @param cookies of the request: the previous session of this browser ends
 */
export async function signInMember(
  { ports, issueAccessToken }: MemberSignInPorts,
  member: string | undefined,
  cookies: Readonly<Record<string, string>>,
): Promise<readonly SetCookie[]> {
  if (member === undefined) return [];
  try {
    const { token, expiresAt } = await whileDatabaseAnswers(ports.database.databaseHealth, () =>
      issueAccessToken({ role: 'member', subject: member, replaces: readMemberToken(cookies) }),
    );
    return [buildMemberCookie(token, Math.floor((expiresAt - ports.clock.now()) / 1_000))];
  } catch (error) {
    ports.log.warn('sign-in.member', { error: error instanceof Error ? error.message : String(error) });
    return [];
  }
}
