import { randomBytes } from 'node:crypto';
import { parseWholeNumber } from '#engine/shared/parse-number.ts';
import { UserError } from '#engine/shared/errors.ts';
import { createUsageError, readArguments } from '#engine/cli/usage.ts';
import type { Backend } from '#server/app/backend.ts';
import { allScopes, isScope, isStaffGroup, type StaffGroup, staffGroups } from '#server/staff/permissions.ts';
import { MAX_DAYS } from '#server/staff/api-tokens.ts';
import { runCommand } from './run-command.ts';
import { withBackend } from './with-backend.ts';

const usage = {
  name: 'admin',
  summary: 'Accounts for the admin tools. Passwords are shown once and stored as hashes.',
  calls: {
    'create <e-mail>': 'creates an account, such as "anna@example.com", and prints its password',
    list: 'all accounts and their status',
    'reset <e-mail>': 'prints a new password, ends all sessions of the account and removes its passkeys',
    'disable <e-mail>': 'disables the account at once and ends its sessions',
    'enable <e-mail>': 'enables it again, with the password it had',
    'token create <name>': 'creates an API token and prints it once',
    'token list': 'all active API tokens, by id',
    'token revoke <id>': 'revokes the token at once',
    'verify-audit [head…]': 'says whether the audit log is as it was written, and prints its heads',
  },
  options: {
    group: {
      type: 'string',
      value: '<group>',
      default: 'admin',
      does: `what a new account may do: ${staffGroups.join(', ')}; everything when left out`,
    },
    scope: {
      type: 'string',
      value: '<permissions>',
      default: '',
      does: `what a token may be used for, separated by commas: ${allScopes.join(', ')}`,
    },
    holder: {
      type: 'string',
      value: '<code>',
      default: '',
      does: 'creates a token for the person whose code this is, which reads what belongs to this person only',
    },
    days: {
      type: 'string',
      value: '<number>',
      default: '90',
      does: `days until the token expires, at most ${MAX_DAYS}`,
    },
  },
  positionals: 3,
} as const;

/** 144 random bits, in characters that can be copied from a terminal. */
const newPassword = (): string => randomBytes(18).toString('base64url');

const show = (email: string, password: string): void =>
  console.log(`Admin  ${email}\nPassword  ${password}\n\nThis password is not shown again.`);

const problems = {
  exists: (address: string) => `There is an admin with the address "${address}" already.`,
  'invalid-email': (address: string) => `"${address}" is not an e-mail address. Write it as "anna@example.com".`,
  'short-password': () => 'The password is too short.',
  'not-allowed': () => 'This account may not create others.',
} as const;

const tokenProblems = {
  'invalid-name': 'Give the token a name of up to 60 letters, digits, spaces, dots and hyphens: what it is for.',
  'invalid-days': `For --days write a whole number from 1 to ${MAX_DAYS}.`,
  'no-scope': 'Say what the token is for, by --scope or --holder.',
  'beyond-own': 'A token cannot have more permissions than the account that creates it.',
} as const;

await runCommand(usage, async (args) => {
  const { positionals, values } = readArguments(usage, args);
  const [action = '', address = ''] = positionals;
  const { group } = values;
  if (!isStaffGroup(group))
    throw createUsageError(usage, `There is no group "${group}". There are ${staffGroups.join(', ')}.`);
  if (action === 'list' && address === '') return withBackend(list);
  if (action === 'token') return withBackend((backend) => token(backend, positionals.slice(1), values));
  if (action === 'verify-audit') return withBackend((backend) => verifyAudit(backend, positionals.slice(1)));
  if (action !== 'create' && action !== 'reset' && action !== 'disable' && action !== 'enable')
    throw createUsageError(usage, 'Say what to do.');
  if (address === '') throw createUsageError(usage, 'Say whose account, by its e-mail address.');
  await withBackend((backend) =>
    action === 'create' ? create(backend, address, group) : change(backend, action, address),
  );
});

async function create({ staff }: Backend, address: string, group: StaffGroup): Promise<void> {
  const password = newPassword();
  const name = address.split('@', 1)[0] ?? address;
  const answer = await staff.createAdmin({ email: address, name, password, group });
  if (answer.outcome !== 'created') throw new UserError(problems[answer.outcome](address));
  show(answer.admin.email, password);
}

async function change({ staff }: Backend, action: 'reset' | 'disable' | 'enable', address: string): Promise<void> {
  const password = newPassword();
  const answer = await staff.changeAdmin({ email: address, change: action, ...(action === 'reset' && { password }) });
  if (answer.outcome === 'unchanged') return console.log(`The account "${address}" is ${action}d already.`);
  if (answer.outcome !== 'changed')
    throw new UserError(
      `There is no admin with the address "${address}". "npm run admin -- list" shows who there is, "npm run admin -- create ${address}" creates the account.`,
    );
  if (action === 'reset') show(answer.email, password);
  else console.log(`The account "${answer.email}" is ${action}d.`);
  if (answer.signedOut > 0) console.log(`Sessions ended: ${answer.signedOut}.`);
  if (answer.passkeys > 0) console.log(`Passkeys removed: ${answer.passkeys}.`);
  if (answer.tokensEnded > 0) console.log(`API tokens revoked: ${answer.tokensEnded}.`);
  if (answer.invitationsEnded > 0) console.log(`Invitations of colleagues withdrawn: ${answer.invitationsEnded}.`);
  if (answer.tokensLeft > 0)
    console.log(
      `Active API tokens created by this account: ${answer.tokensLeft}. "npm run admin -- token list" shows them, "token revoke <id>" revokes one.`,
    );
}

interface TokenOptions {
  readonly scope: string;
  readonly holder: string;
  readonly days: string;
}

async function token(
  backend: Backend,
  [action, subject = '']: readonly string[],
  options: TokenOptions,
): Promise<void> {
  const { staff } = backend;
  if (action === 'create') return createToken(backend, subject, options);
  if (action === 'revoke') {
    if (!(await staff.revokeApiToken(subject)))
      throw new UserError(`There is no token "${subject}". "npm run admin -- token list" shows the ids.`);
    return console.log(`The token "${subject}" is revoked.`);
  }
  if (action !== 'list') throw createUsageError(usage, 'Say what to do with tokens: create, list or revoke.');
  const tokens = await staff.listApiTokens();
  if (tokens.length === 0) console.log('There are no tokens. "npm run admin -- token create <name>" creates one.');
  for (const { id, name, scopes, holder, madeBy, expiresAt, seenAt } of tokens)
    console.log(
      `${id}  ${name}  ${holder === null ? scopes.join(',') : 'one person'}  by ${madeBy ?? 'the command line'}  until ${expiresAt}  ${seenAt === null ? 'never used' : `used ${seenAt}`}`,
    );
}

async function createToken(
  { staff, plugins }: Backend,
  name: string,
  { scope, holder: code, days }: TokenOptions,
): Promise<void> {
  const scopes = scope === '' ? [] : scope.split(',').map((each) => each.trim());
  const unknown = scopes.find((each) => !isScope(each));
  if (unknown !== undefined)
    throw createUsageError(usage, `There is no scope "${unknown}". There are ${allScopes.join(', ')}.`);
  if (code !== '' && scopes.length > 0)
    throw createUsageError(usage, 'A token of one person has no other scope: leave out one of both.');
  const holder = code === '' ? null : await plugins.findHolder(code);
  if (code !== '' && holder === null) throw new UserError(`Nobody has the code "${code}".`);
  const answer = await staff.createApiToken({
    name,
    scopes: scopes.filter(isScope),
    holder,
    days: parseWholeNumber(days),
  });
  if (answer.outcome !== 'created') throw createUsageError(usage, tokenProblems[answer.outcome]);
  console.log(`Id  ${answer.id}\nToken  ${answer.token}\nUntil  ${answer.expiresAt}\n\nThis token is not shown again.`);
}

/** A head recorded elsewhere proves that the log was not truncated. */
async function verifyAudit({ staff }: Backend, anchors: readonly string[]): Promise<void> {
  const { chains, problems: wrong } = await staff.verifyAudit(anchors);
  for (const { chain, entries, months, head } of chains)
    console.log(`${chain}  entries ${entries}  closed months ${months}  head ${head === '' ? 'none yet' : head}`);
  if (wrong.length > 0)
    throw new UserError(`The audit log is not as it was written:\n${wrong.map((each) => `  ${each}`).join('\n')}`);
  console.log('Nothing was changed, removed or inserted. Keep the heads elsewhere and give them to a later check.');
}

async function list({ staff }: Backend): Promise<void> {
  const admins = await staff.listAdmins();
  if (admins.length === 0) console.log('There are no admins. "npm run admin -- create <e-mail>" creates one.');
  for (const { email, group, createdAt, disabledAt } of admins)
    console.log(
      `${email}  ${group}  since ${createdAt}  ${disabledAt === null ? 'active' : `disabled since ${disabledAt}`}`,
    );
}
