import { randomBytes } from 'node:crypto';
import { Mistake } from '#engine/base/errors.ts';
import { misuse, readArguments } from '#engine/cli/usage.ts';
import type { Backend } from '#server/backend.ts';
import { isStaffGroup, type StaffGroup, staffGroups } from '#server/staff/permissions.ts';
import { runCommand } from './run-command.ts';
import { withBackend } from './with-backend.ts';

const usage = {
  name: 'admin',
  summary: 'Accounts for the admin tools. Passwords are shown once and stored as hashes.',
  calls: {
    'create <e-mail>': 'makes an account, such as "anna@example.com", and prints its password',
    list: 'all accounts and whether they are open',
    'reset <e-mail>': 'prints a new password; whoever was signed in with the account is signed out',
    'disable <e-mail>': 'closes the account at once; whoever was signed in with it is signed out',
    'enable <e-mail>': 'opens it again, with the password it had',
  },
  options: {
    group: {
      type: 'string',
      value: '<group>',
      default: 'admin',
      does: `what a new account may do: ${staffGroups.join(', ')}; everything when left out`,
    },
  },
  words: 2,
} as const;

/** 144 bits, in characters that survive being copied from a terminal. */
const newPassword = (): string => randomBytes(18).toString('base64url');

const show = (email: string, password: string): void =>
  console.log(`Admin  ${email}\nPassword  ${password}\n\nThis password is not shown again.`);

const problems = {
  exists: (address: string) => `There is an admin with the address "${address}" already.`,
  'invalid-email': (address: string) => `"${address}" is not an e-mail address. Write it as "anna@example.com".`,
  'short-password': () => 'The password is too short.',
} as const;

await runCommand(usage, async (args) => {
  const { positionals, values } = readArguments(usage, args);
  const [action = '', address = ''] = positionals;
  const { group } = values;
  if (!isStaffGroup(group)) throw misuse(usage, `There is no group "${group}". There are ${staffGroups.join(', ')}.`);
  if (action === 'list' && address === '') return withBackend(list);
  if (action !== 'create' && action !== 'reset' && action !== 'disable' && action !== 'enable')
    throw misuse(usage, 'Say what to do.');
  if (address === '') throw misuse(usage, 'Say whose account, by its e-mail address.');
  await withBackend((backend) =>
    action === 'create' ? create(backend, address, group) : change(backend, action, address),
  );
});

async function create({ staff }: Backend, address: string, group: StaffGroup): Promise<void> {
  const password = newPassword();
  const name = address.split('@', 1)[0] ?? address;
  const answer = await staff.createAdmin({ email: address, name, password, group });
  if (answer.outcome !== 'created') throw new Mistake(problems[answer.outcome](address));
  show(answer.admin.email, password);
}

async function change({ staff }: Backend, action: 'reset' | 'disable' | 'enable', address: string): Promise<void> {
  const password = newPassword();
  const answer = await staff.changeAdmin({ email: address, change: action, ...(action === 'reset' && { password }) });
  if (answer.outcome === 'unchanged') return console.log(`The account "${address}" is ${action}d already.`);
  if (answer.outcome !== 'changed')
    throw new Mistake(
      `There is no admin with the address "${address}". "npm run admin -- list" shows who there is, "npm run admin -- create ${address}" makes the account.`,
    );
  if (action === 'reset') show(answer.email, password);
  else console.log(`The account "${answer.email}" is ${action}d.`);
  if (answer.signedOut > 0) console.log(`Sessions ended: ${answer.signedOut}.`);
}

async function list({ staff }: Backend): Promise<void> {
  const admins = await staff.listAdmins();
  if (admins.length === 0) console.log('There are no admins. "npm run admin -- create <e-mail>" makes one.');
  for (const { email, group, createdAt, disabledAt } of admins)
    console.log(
      `${email}  ${group}  since ${createdAt}  ${disabledAt === null ? 'open' : `disabled since ${disabledAt}`}`,
    );
}
