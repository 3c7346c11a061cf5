import { Mistake } from '#engine/base/errors.ts';
import { runCommand } from './run-command.ts';
import { withBackend } from './with-backend.ts';

/** `npm run person -- export|erase <e-mail>`: what a person may ask for (GDPR, articles 15 and 17). */
await runCommand(async () => {
  const [action = '', address = '', ...more] = process.argv.slice(2);
  if (!['export', 'erase'].includes(action) || address === '' || more.length > 0) {
    throw new Mistake(
      'Say what to do and for whom: "npm run person -- export anna@example.com" or "npm run person -- erase anna@example.com".',
    );
  }
  const notAnAddress = new Mistake(`"${address}" is not an e-mail address. Write it as "anna@example.com".`);
  await withBackend(async (backend) => {
    if (action === 'export') {
      const stored = await backend.people.export(address);
      if (stored === null) throw notAnAddress;
      console.log(JSON.stringify(stored, null, 2));
      return;
    }
    const answer = await backend.people.erase(address, 'command-line');
    if (answer.outcome === 'not-an-address') throw notAnAddress;
    console.log(
      answer.rows === 0
        ? 'Nothing was stored about this address.'
        : `Erased: ${answer.rows} rows. The audit log says when.`,
    );
  });
});
