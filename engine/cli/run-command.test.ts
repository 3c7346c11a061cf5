import { expect, test } from 'vitest';
import { UsageError } from './command.ts';
import { runCommand } from './run-command.ts';

test('An unknown command proposes the nearest one and lists all', async () => {
  const call = runCommand(['genn'], '.');
  await expect(call).rejects.toThrow(UsageError);
  await expect(call).rejects.toThrow(/"genn" does not exist\. Did you mean "gen"\?[\s\S]*npm run new/);
});

test('No command at all lists all', async () => {
  await expect(runCommand([], '.')).rejects.toThrow(/Name a command\.[\s\S]*npm run gen/);
});

test('A name that every object inherits is no command', async () => {
  await expect(runCommand(['constructor'], '.')).rejects.toThrow(UsageError);
});

test('An unknown option of a command is a mistake in the call', async () => {
  await expect(runCommand(['gen', '--chek'], '.')).rejects.toThrow(UsageError);
});
