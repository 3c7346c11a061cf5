import { didYouMean } from '#engine/base/did-you-mean.ts';
import { type Command, UsageError } from './command.ts';

const commands: Readonly<Record<string, () => Promise<Command>>> = {
  explain: () => import('./explain/index.ts'),
  check: () => import('./check/index.ts'),
  gen: () => import('./gen/index.ts'),
  migrate: () => import('./migrate/index.ts'),
  new: () => import('./new/index.ts'),
  simulate: () => import('./simulate/index.ts'),
};

/**
 * Runs the command that the first argument names.
 * @throws UsageError for an unknown command or option; its message says what exists.
 */
export async function runCommand([name, ...args]: readonly string[], root: string): Promise<number> {
  const load = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined) throw new UsageError(`${complaint(name)}\n\n${await list()}`);
  const command = await load();
  try {
    return await command.run(args, root);
  } catch (error) {
    const mistake = argumentMistake(error, args);
    if (mistake === null) throw error;
    throw new UsageError(`${name}: ${mistake}`, { cause: error });
  }
}

/** What is wrong with arguments that `parseArgs` of node:util refused, in words; `null` for any other error. */
export function argumentMistake(error: unknown, args: readonly string[]): string | null {
  if (!(error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))) return null;
  return ownWords(error, args);
}

/** `parseArgs` of node:util explains unknown options in full sentences, but not what an option lacks. */
function ownWords({ message }: Error, args: readonly string[]): string {
  const option = /^Option '(?:-\w, )?(--[\w-]+)/.exec(message)?.[1];
  if (option === undefined) return message;
  if (message.includes('does not take an argument'))
    return `The option "${option}" takes no value. Leave the value out.`;
  const next = args[args.indexOf(option) + 1];
  const found = next === undefined ? 'nothing follows it' : `"${next}" follows it, which begins with "-"`;
  return `The option "${option}" needs a value, but ${found}. Write the value behind it, such as ${option}=VALUE.`;
}

function complaint(name: string | undefined): string {
  if (name === undefined) return 'Name a command.';
  const suggestion = didYouMean(name, Object.keys(commands));
  return `The command "${name}" does not exist.${suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`}`;
}

async function list(): Promise<string> {
  const lines = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => `  npm run ${name.padEnd(9)} ${(await load()).summary}`),
  );
  return `Commands:\n${lines.join('\n')}`;
}
