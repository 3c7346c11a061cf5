import { probeAddress } from '#server/http/app/listen.ts';
import { requireSettings, runPlainCommand } from './run-command.ts';

const usage = {
  name: 'dev',
  summary: 'Serves while you write; saves show at once.',
  calls: { '': 'until Ctrl+C; settings come from the environment: docs/settings.md' },
};
await runPlainCommand(usage, async () => {
  // Checked before anything slow.
  await probeAddress(requireSettings());
  await (await import('./develop.ts')).develop();
});
