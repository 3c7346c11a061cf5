import { Mistake } from '#engine/base/errors.ts';
import { runCommand } from './run-command.ts';
import { withBackend } from './with-backend.ts';

/** `npm run mail -- dead | revive <id>`: mails that were given up, and another life for one of them. */
await runCommand(async () => {
  const [action = '', id = '', ...more] = process.argv.slice(2);
  const isUnderstood = (action === 'dead' && id === '') || (action === 'revive' && id !== '');
  if (!isUnderstood || more.length > 0) {
    throw new Mistake('Say what to do: "npm run mail -- dead" lists, "npm run mail -- revive <id>" sends one again.');
  }
  await withBackend(async (backend) => {
    if (action === 'revive') {
      if (!(await backend.outbox.reviveDeadLetter(id)))
        throw new Mistake(`There is no dead letter with the id "${id}".`);
      console.log('The mail is in the queue again; a running server sends it.');
      return;
    }
    const letters = await backend.outbox.listDeadLetters();
    if (letters.length === 0) console.log('There are no dead letters.');
    for (const letter of letters) {
      console.log(`${letter.id}  ${letter.created_at}  ${letter.template}  ${letter.recipient}  ${letter.last_error}`);
    }
  });
});
