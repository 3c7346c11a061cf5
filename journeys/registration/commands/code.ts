import { UserError } from '#engine/shared/errors.ts';
import { suggestName } from '#engine/shared/suggest-name.ts';
import { createUsageError, readArguments } from '#engine/cli/usage.ts';
import type { Site } from '#engine/documents/types.ts';
import type { Backend } from '#server/app/backend.ts';
import { type NewCodeInput, readNewCode } from './code/read-new-code.ts';
import { formatCodes } from './code/format-codes.ts';
import { describeRefusal } from './code/describe-refusal.ts';
import { usage } from './code/usage.ts';
import { runCommand } from '../../../commands/run-command.ts';
import { withBackend, withSite } from '../../../commands/with-backend.ts';

const actor = 'command-line';
const MAX_LISTED = 200;

await runCommand(usage, async (args) => {
  const { values, positionals } = readArguments(usage, args);
  const [action = '', code = ''] = positionals;
  switch (action) {
    case 'create': {
      const asked = readNewCode(code, values, actor);
      return withSite((backend, site) => create(backend, site, asked));
    }
    case 'list':
      return withSite((backend) => list(backend, code));
    case 'block':
    case 'unblock': {
      if (code === '') throw createUsageError(usage, 'Say which code.');
      const state = action === 'block' ? 'blocked' : 'active';
      return withBackend((backend) => block(backend, code, state, values.inviter ? 'inviter' : 'code'));
    }
    default: {
      const meant = suggestName(action, ['create', 'list', 'block', 'unblock']);
      throw createUsageError(usage, meant === undefined ? 'Say what to do.' : `Did you mean "${meant}"?`);
    }
  }
});

async function create({ members }: Backend, site: Site, asked: NewCodeInput): Promise<void> {
  const answer = await members.createCode(asked);
  if (answer.outcome !== 'created') throw new UserError(describeRefusal(answer, asked, site));
  const { label, url, voucher } = answer.created;
  const rows = [
    ['Code', label],
    ['Opens', url],
    ['Places', String(asked.places)],
    ['Voucher', voucher ?? 'what the page of the form promises'],
    ['Until', asked.expiresAt === null ? 'no end' : new Date(asked.expiresAt).toISOString()],
  ];
  for (const [name = '', value] of rows) console.log(`${name.padEnd(9)}${value}`);
}

async function list({ members }: Backend, code: string): Promise<void> {
  const { codes, total } = await members.listCodes({ code: code === '' ? null : code, limit: MAX_LISTED });
  if (total === 0 && code !== '') throw new UserError(`There is no code "${code}".`);
  if (total === 0) return console.log('There are no codes yet. "npm run code -- create --places 100" makes one.');
  console.log(formatCodes(codes));
  if (total > codes.length) console.log(`\n${total - codes.length} older ones are not shown.`);
}

async function block(
  { members }: Backend,
  code: string,
  state: 'blocked' | 'active',
  what: 'code' | 'inviter',
): Promise<void> {
  const answer = await members.blockCode({ code, what, state, actor });
  if (answer.outcome === 'unknown')
    throw new UserError(`There is no code "${code}". "npm run code -- list" shows those there are.`);
  const subject = what === 'inviter' ? `The inviter of "${code}"` : `The code "${code}"`;
  const done = state === 'blocked' ? 'blocked' : 'open';
  if (answer.outcome !== 'changed') return console.log(`${subject} is ${done} already.`);
  console.log(`${subject} is ${done}.`);
  if (what === 'code' && state === 'blocked' && answer.others > 0)
    console.log(
      `Other codes and links of the same inviter stay open: ${answer.others}. "npm run code -- block ${code} --inviter" blocks them all.`,
    );
}
