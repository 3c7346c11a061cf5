import { runPlainCommand } from './run-command.ts';

const usage = {
  name: 'doctor',
  summary: 'Checks everything that a start needs, and says what to do about what is wrong.',
  calls: { '': 'checks with the settings of the environment; exit code 1 when something has to be fixed' },
};
await runPlainCommand(usage, async () => {
  const [{ checks }, { diagnose }] = await Promise.all([import('./doctor/checks.ts'), import('./doctor/diagnose.ts')]);
  const { lines, hasErrors } = await diagnose(process.env, checks);
  console.log(lines.join('\n'));
  if (hasErrors) process.exitCode = 1;
});
