const args = process.argv.slice(2);

const isOfExperiment = args.some((arg) => arg === '--experiment' || arg.startsWith('--experiment='));

if (isOfExperiment || args.includes('--codes')) {
  if (isOfExperiment) process.env.NODE_ENV = 'production';
  const { runCommand } = await import('./run-command.ts');
  const { usage } = await import('#engine/cli/check/index.ts');
  await runCommand(usage, async () =>
    isOfExperiment
      ? (await import('./check-experiment.ts')).checkExperiment(args)
      : (await import('./check-codes.ts')).checkCodes(args),
  );
} else {
  // Loads no settings of the server.
  process.argv.splice(2, 0, 'check');
  await import('#engine/cli/main.ts');
}
