import { Mistake } from '#engine/base/errors.ts';
import type { EraseAnswer } from '#server/platform/person/people.ts';
import { runCommand } from './run-command.ts';
import { withBackend } from './with-backend.ts';

/**
 * `npm run person -- export|erase <e-mail> [--visitor <id>]`: what a person may ask for (GDPR, articles 15 and 17);
 * `npm run person -- erasures` and `replay <file>`: the list of erasures, and repeating them after a restore.
 */
await runCommand(async () => {
  const asked = readArguments(process.argv.slice(2));
  await withBackend(async ({ people }) => {
    switch (asked.action) {
      case 'erasures':
        for (const entry of await people.erasures()) console.log(JSON.stringify(entry));
        return;
      case 'replay':
        console.log(`Erased again: ${await people.replay(asked.what)}. The audit log says of how many rows.`);
        return;
      case 'export': {
        const stored = await people.export(asked.what, asked.visitors);
        if (stored === null) throw notAnAddress(asked.what);
        console.log(JSON.stringify(stored, null, 2));
        return;
      }
      case 'erase': {
        const answer = await people.erase(asked.what, 'command-line', asked.visitors);
        if (answer.outcome === 'not-an-address') throw notAnAddress(asked.what);
        report(answer);
      }
    }
  });
});

interface Asked {
  readonly action: 'export' | 'erase' | 'erasures' | 'replay';
  /** An address or a file. */
  readonly what: string;
  readonly visitors: readonly string[];
}

function readArguments(args: readonly string[]): Asked {
  const [action = '', what = '', ...more] = args;
  if (action === 'erasures' && what === '') return { action, what, visitors: [] };
  if (action === 'replay' && what !== '' && more.length === 0) return { action, what, visitors: [] };
  const visitors = more.filter((_, index) => index % 2 === 1);
  const isPaired = more.length % 2 === 0 && more.every((word, index) => index % 2 === 1 || word === '--visitor');
  if ((action === 'export' || action === 'erase') && what !== '' && isPaired) return { action, what, visitors };
  throw new Mistake(
    'Say what to do and for whom: "npm run person -- export anna@example.com" or "npm run person -- erase anna@example.com"; "--visitor" and the value of the cookie "vitrine_visitor" add what experiments noted of a browser. "npm run person -- erasures" lists the erasures, "npm run person -- replay <file>" repeats those of a list after a restore.',
  );
}

function notAnAddress(address: string): Mistake {
  return new Mistake(`"${address}" is not an e-mail address. Write it as "anna@example.com".`);
}

function report({ rows, wiped }: Extract<EraseAnswer, { readonly outcome: 'erased' }>): void {
  const tables = Object.entries(rows).toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (tables.length === 0) console.log('Nothing was stored about this address.');
  else console.log('Erased, rows by table:');
  for (const [table, count] of tables) console.log(`${String(count).padStart(6)}  ${table}`);
  if (!wiped)
    console.log(
      'Another process holds on to the write-ahead log, so that deleted text still stands in it. Run the command once more, or restart the server.',
    );
}
