import { randomBytes } from 'node:crypto';
import { Mistake } from '#engine/base/errors.ts';
import { runCommand } from './run-command.ts';
import { withBackend } from './with-backend.ts';

const problems = {
  exists: (address: string) => `There is an admin with the address "${address}" already.`,
  'invalid-email': (address: string) => `"${address}" is not an e-mail address. Write it as "anna@example.com".`,
  'short-password': () => 'The password is too short.',
} as const;

/** `npm run admin -- create <e-mail>`: an account for the admin tools (B9). The password is shown once and stored as a hash. */
await runCommand(async () => {
  const [action = '', address = '', ...more] = process.argv.slice(2);
  if (action !== 'create' || address === '' || more.length > 0) {
    throw new Mistake('Say whom to create: "npm run admin -- create anna@example.com".');
  }
  // 144 bits, in characters that survive being copied from a terminal.
  const password = randomBytes(18).toString('base64url');
  const name = address.split('@', 1)[0] ?? address;
  const answer = await withBackend((backend) => backend.staff.createAdmin({ email: address, name, password }));
  if (answer.outcome !== 'created') throw new Mistake(problems[answer.outcome](address));
  console.log(`Admin  ${answer.admin.email}\nPassword  ${password}\n\nThis password is not shown again.`);
});
