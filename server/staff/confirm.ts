import { getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { hashToken } from '#server/platform/tokens/single-use-token.ts';
import { listPasskeys, type PasskeyResponse } from './passkeys/passkeys.ts';
import type { SignInPorts, StaffPorts } from './ports.ts';
import { findByPasskey, findByPassword, signIn, type SignInResult } from './sign-in.ts';

/** Methods of reauthentication that a user has. */
export interface WaysToConfirm {
  readonly password: boolean;
  readonly passkey: boolean;
  /** With an account of the staff identity provider. */
  readonly provider: boolean;
}

export async function listWaysToConfirm(ports: StaffPorts, adminId: string): Promise<WaysToConfirm> {
  const admins = ports.database.db.selectFrom('admins').select(['password_hash', 'oidc_subject']);
  const admin = await admins.where('id', '=', adminId).executeTakeFirst();
  const passkeys = await listPasskeys(ports, adminId);
  return {
    password: (admin?.password_hash ?? null) !== null,
    passkey: passkeys.length > 0,
    provider: ports.provider !== null && (admin?.oidc_subject ?? null) !== null,
  };
}

export interface Confirmation {
  readonly adminId: string;
  readonly email: string;
  /** Token of the session. */
  readonly token: string;
  readonly network: string;
  readonly by: { readonly password: string } | { readonly passkey: PasskeyResponse };
}

/** Reauthenticates the user of a session; valid for ten minutes (see `Access`). */
export async function confirm(ports: SignInPorts, request: Confirmation): Promise<SignInResult> {
  const { adminId, email, token, network, by } = request;
  const details = { by: 'passkey' in by ? 'passkey' : 'password' };
  const answer = await signIn(ports, { network, action: 'admin.confirm', details }, async () => {
    const { admin, tried } =
      'passkey' in by
        ? await findByPasskey(ports, { ...by.passkey, purpose: 'confirm' })
        : await findByPassword(ports, { email, password: by.password, network });
    return { admin: admin?.id === adminId ? admin : null, tried };
  });
  if (answer.outcome === 'signed-in') {
    const session = ports.database.db.updateTable('access_tokens').set({ proved_at: getCurrentTimestamp(ports.clock) });
    await session.where('token_hash', '=', hashToken(token)).where('subject', '=', adminId).execute();
  }
  return answer;
}
