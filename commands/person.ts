import { UserError } from '#engine/shared/errors.ts';
import type { EraseResult } from '#server/platform/personal-data/people.ts';
import { createUsageError, readArguments } from '#engine/cli/usage.ts';
import { runCommand } from './run-command.ts';
import { withBackend } from './with-backend.ts';

const usage = {
  name: 'person',
  summary: 'What a person may ask for (GDPR, articles 15 and 17), and the list of erasures.',
  calls: {
    'export <e-mail>': 'prints everything that is stored about a person, such as "anna@example.com"',
    'erase <e-mail>': 'removes it and says how many rows of which table went',
    erasures: 'prints the list of erasures',
    'replay <file>': 'repeats the erasures of such a list after a restore',
  },
  options: {
    visitor: {
      type: 'string',
      multiple: true,
      value: '<id>',
      does: 'with export and erase: value of the cookie "vitrine_visitor", adds what experiments noted of a browser; may be repeated',
    },
  },
  positionals: 2,
} as const;

await runCommand(usage, async (args) => {
  const asked = readCall(args);
  await withBackend(async ({ people }) => {
    switch (asked.action) {
      case 'erasures':
        for (const entry of await people.erasures()) console.log(JSON.stringify(entry));
        return;
      case 'replay':
        console.log(`Erased again: ${await people.replay(asked.what)}. The audit log says of how many rows.`);
        return;
      case 'export': {
        const stored = await people.export(asked.what, asked.visitors, { includesStaff: true });
        if (stored === null) throw notAnAddress(asked.what);
        console.log(JSON.stringify(stored, null, 2));
        return;
      }
      case 'erase': {
        const answer = await people.erase(asked.what, 'command-line', asked.visitors, { includesStaff: true });
        if (answer.outcome === 'not-an-address') throw notAnAddress(asked.what);
        report(answer);
      }
    }
  });
});

interface Asked {
  readonly action: 'export' | 'erase' | 'erasures' | 'replay';
  /** An email address or a file. */
  readonly what: string;
  readonly visitors: readonly string[];
}

function readCall(args: readonly string[]): Asked {
  const { values, positionals } = readArguments(usage, args);
  const [action = '', what = ''] = positionals;
  const visitors = values.visitor ?? [];
  if (action === 'export' || action === 'erase') {
    if (what === '') throw createUsageError(usage, 'Say for whom, by an e-mail address.');
    return { action, what, visitors };
  }
  if (visitors.length > 0) throw createUsageError(usage, '"--visitor" belongs to "export" and "erase".');
  if (action === 'erasures' && what === '') return { action, what, visitors };
  if (action === 'replay' && what !== '') return { action, what, visitors };
  throw createUsageError(usage, 'Say what to do.');
}

function notAnAddress(address: string): UserError {
  return new UserError(`"${address}" is not an e-mail address. Write it as "anna@example.com".`);
}

function report({ rows, wiped }: Extract<EraseResult, { readonly outcome: 'erased' }>): void {
  const tables = Object.entries(rows).toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (tables.length === 0) console.log('Nothing was stored about this address.');
  else console.log('Erased, rows by table:');
  for (const [table, count] of tables) console.log(`${String(count).padStart(6)}  ${table}`);
  if (!wiped)
    console.log(
      'Another process holds on to the write-ahead log, so that deleted text is still in it. Run the command once more, or restart the server.',
    );
}
