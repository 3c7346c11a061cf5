import { expect, test } from 'vitest';
import { UsageError } from './usage.ts';
import { dispatchCommand } from './run-command.ts';

test('An unknown command proposes the nearest one and lists all', async () => {
  const call = dispatchCommand(['genn'], '.');
  await expect(call).rejects.toThrow(UsageError);
  await expect(call).rejects.toThrow(/"genn" does not exist\. Did you mean "gen"\?[\s\S]*npm run new/);
});

test('No command at all lists all', async () => {
  await expect(dispatchCommand([], '.')).rejects.toThrow(/Name a command\.[\s\S]*npm run gen/);
});

test('A name that every object inherits is not a command', async () => {
  await expect(dispatchCommand(['constructor'], '.')).rejects.toThrow(UsageError);
});

test('An option without its value is reported in the project’s own words', async () => {
  await expect(dispatchCommand(['simulate', '--visitors', '-5'], '.')).rejects.toThrow(
    'simulate: The option "--visitors" needs a value, but "-5" follows it, which begins with "-". Write the value behind it, such as --visitors=VALUE.',
  );
  await expect(dispatchCommand(['simulate', '--visitors'], '.')).rejects.toThrow(
    'needs a value, but nothing follows it',
  );
  await expect(dispatchCommand(['gen', '--check=1'], '.')).rejects.toThrow('The option "--check" takes no value.');
});

test('An unknown option of a command is a mistake in the call', async () => {
  await expect(dispatchCommand(['gen', '--chek'], '.')).rejects.toThrow(UsageError);
});
