import { format } from 'node:util';
import { vi } from 'vitest';

export interface RanCommand {
  /** Exit code. */
  readonly status: number;
  /** What it printed and then what it complained of. */
  readonly output: string;
}

let calls = 0;

/**
 * Runs a command of `commands/` in this process, where what it loads is loaded already; `tests/commands/documented-commands.test.ts` starts each as
 * a program.
 *
 * @param env All that the command finds in its environment beside the path of programs.
 */
export async function runCommandHere(
  env: Readonly<Record<string, string>>,
  command: string,
  ...args: readonly string[]
): Promise<RanCommand> {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const complained = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const before = { argv: process.argv, env: process.env, exitCode: process.exitCode };
  process.argv = [process.execPath, `commands/${command}.ts`, ...args];
  process.env = { PATH: before.env['PATH'], ...env };
  process.exitCode = 0;
  try {
    calls += 1;
    // Another address is another module: the command runs once more.
    await import(/* @vite-ignore */ `../../commands/${command}.ts?call=${calls}`);
    const output = [printed, complained].flatMap(({ mock }) => mock.calls.map((values) => `${format(...values)}\n`));
    return { status: Number(process.exitCode), output: output.join('') };
  } finally {
    Object.assign(process, before);
    printed.mockRestore();
    complained.mockRestore();
  }
}
