import { UserError } from '#engine/shared/errors.ts';
import { createUsageError, readArguments } from '#engine/cli/usage.ts';
import { runCommand } from './run-command.ts';
import { withBackend } from './with-backend.ts';

const usage = {
  name: 'mail',
  summary: 'Failed emails, and sending one of them again.',
  calls: {
    dead: 'lists the dead letters: emails that could not be delivered',
    'revive <id>': 'queues one of them again',
  },
  options: {},
  positionals: 2,
};

await runCommand(usage, async (args) => {
  const [action = '', id = ''] = readArguments(usage, args).positionals;
  const isUnderstood = (action === 'dead' && id === '') || (action === 'revive' && id !== '');
  if (!isUnderstood) throw createUsageError(usage, 'Say what to do.');
  await withBackend(async (backend) => {
    if (action === 'revive') {
      if ((await backend.outbox.requeueDeadLetters([id])).length === 0)
        throw new UserError(`There is no dead letter with the id "${id}".`);
      console.log('The email is queued again; a running server sends it.');
      return;
    }
    const letters = await backend.outbox.listDeadLetters();
    if (letters.length === 0) console.log('There are no dead letters.');
    for (const letter of letters) {
      console.log(`${letter.id}  ${letter.created_at}  ${letter.template}  ${letter.recipient}  ${letter.last_error}`);
    }
  });
});
