import { run, type Surroundings, usage } from '#engine/cli/explain/index.ts';
import { root } from '#server/platform/paths.ts';
import { readSettings } from '#server/platform/settings/read-settings.ts';
import { buildDeployment } from '#server/site/store/project-source.ts';
import { runCommand } from './run-command.ts';

await runCommand(usage, async (args) => {
  process.exitCode = await run(args, root, surroundings());
});

/** The configured server; without complete settings only the engine. */
function surroundings(): Surroundings | undefined {
  const result = readSettings(process.env);
  if (!result.ok) return undefined;
  const { settings } = result;
  return {
    deployment: buildDeployment(settings),
    lookUp: async (...visit) =>
      (await import('#server/app/load-facts-for-explain.ts')).loadFactsForExplain(settings, ...visit),
  };
}
