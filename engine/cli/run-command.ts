import { suggestName } from '#engine/shared/suggest-name.ts';
import type { Command } from './command.ts';
import { asksForHelp, formatUsage, UsageError } from './usage.ts';

const commands: Readonly<Record<string, () => Promise<Command>>> = {
  explain: () => import('./explain/index.ts'),
  calendar: () => import('./calendar/index.ts'),
  check: () => import('./check/index.ts'),
  gen: () => import('./gen/index.ts'),
  impact: () => import('./impact/index.ts'),
  migrate: () => import('./migrate/index.ts'),
  new: () => import('./new/index.ts'),
  simulate: () => import('./simulate/index.ts'),
  stats: () => import('./stats/index.ts'),
  texts: () => import('./translations/index.ts'),
};

/**
 * Runs the command named by the first argument; with `--help` it prints the usage.
 * @throws UsageError for an unknown command or option, with the existing ones
 */
export async function dispatchCommand([name, ...args]: readonly string[], root: string): Promise<number> {
  const load = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined) throw new UsageError(`${complaint(name)}\n\n${await list()}`);
  const { run, usage } = await load();
  if (!asksForHelp(args)) return run(args, root);
  console.log(formatUsage(usage));
  return 0;
}

function complaint(name: string | undefined): string {
  if (name === undefined) return 'Name a command.';
  const suggestion = suggestName(name, Object.keys(commands));
  return `The command "${name}" does not exist.${suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`}`;
}

async function list(): Promise<string> {
  const lines = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => `  npm run ${name.padEnd(9)} ${(await load()).usage.summary}`),
  );
  return `Commands:\n${lines.join('\n')}`;
}
