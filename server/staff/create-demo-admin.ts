import { createHmac } from 'node:crypto';
import { createAdmin } from './admins.ts';
import { verifyPassword } from './password.ts';
import type { StaffPorts } from './ports.ts';

export interface DemoAdmin {
  readonly email: string;
  /** `null` when it was changed. */
  readonly password: string | null;
}

const EMAIL = 'admin@example.com';

/** An account for the admin pages in demo mode. Its password is derived from the demo secret, so it is the same on each start. */
export async function createDemoAdmin(ports: StaffPorts): Promise<DemoAdmin> {
  const [key] = ports.secrets.seal;
  const password = createHmac('sha256', key.bytes).update('demo admin').digest('base64url').slice(0, 20);
  await createAdmin(ports, { email: EMAIL, name: 'Clara Winter', password });
  const row = await ports.database.db
    .selectFrom('admins')
    .select('password_hash')
    .where('email_canonical', '=', EMAIL)
    .executeTakeFirst();
  const hash = row?.password_hash ?? null;
  return { email: EMAIL, password: hash !== null && (await verifyPassword(password, hash)) ? password : null };
}
