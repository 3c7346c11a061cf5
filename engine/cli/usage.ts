import { parseArgs } from 'node:util';
import { UserError } from '#engine/shared/errors.ts';

/** A mistake in how a command was called. */
export class UsageError extends UserError {}

/** One option of a command, in the shape of `parseArgs` of node:util, with the words that explain it. */
interface CommandOption {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  readonly default?: string | boolean | string[];
  /** What is behind it, such as `<date>`. */
  readonly value?: string;
  readonly does: string;
}

type CommandOptions = Readonly<Record<string, CommandOption>>;

/** How a command is called: what `--help` prints and what its arguments are read by. */
export interface Usage<Options extends CommandOptions = CommandOptions> {
  /** What is behind `npm run`. */
  readonly name: string;
  /** What the command is for, in one sentence. */
  readonly summary: string;
  /** What may be behind `npm run <name> --`, and what that does. */
  readonly calls: Readonly<Record<string, string>>;
  readonly options: Options;
  /** How many words beside options a call has at most. */
  readonly words: number;
}

/** Whether the caller asks how the command is called. */
export const asksForHelp = (args: readonly string[]): boolean => args.includes('--help') || args.includes('-h');

/** What `--help` prints. */
export function formatUsage({ name, summary, calls, options }: Usage): string {
  const call = (words: string): string => `npm run ${name}${words === '' ? '' : ` -- ${words}`}`;
  const parts = [
    table(Object.entries(calls).map(([words, does]) => [call(words), does])),
    table(
      Object.entries(options).map(([option, { value, does }]) => [
        `--${option}${value === undefined ? '' : ` ${value}`}`,
        does,
      ]),
    ),
  ];
  return [summary, ...parts.filter((part) => part !== '')].join('\n\n');
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}

/** @throws UsageError for options and words that the command does not take, and for values that are missing; it says what there is. */
export function readArguments<const Options extends CommandOptions>(usage: Usage<Options>, args: readonly string[]) {
  const { options, words } = usage;
  const read = () => parseArgs({ args: [...args], options, allowPositionals: true });
  let result: ReturnType<typeof read>;
  try {
    result = read();
  } catch (error) {
    const mistake = argumentMistake(error, args, options);
    throw mistake === null ? error : misuse(usage, mistake, error);
  }
  const more = result.positionals[words];
  if (more !== undefined) throw misuse(usage, `"${more}" is one word too many.`);
  return result;
}

/** What was wrong with a call, and how the command is called. */
export function misuse(usage: Usage, mistake: string, cause?: unknown): UsageError {
  return new UsageError(`${usage.name}: ${mistake}\n\n${formatUsage(usage)}`, { cause });
}

/** What is wrong with arguments that `parseArgs` of node:util refused, in words; `null` for any other error. */
function argumentMistake(error: unknown, args: readonly string[], options: CommandOptions): string | null {
  if (!(error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))) return null;
  return ownWords(error, args, options);
}

/** Options that had another name. */
const RENAMED: Readonly<Record<string, string>> = { arm: 'variation', inviter: 'holder' };

/** `parseArgs` of node:util explains unknown options in full sentences, but not what an option lacks. */
function ownWords({ message }: Error, args: readonly string[], options: CommandOptions): string {
  const unknown = /^Unknown option '([^']+)'/.exec(message)?.[1];
  if (unknown !== undefined) {
    const name = RENAMED[unknown.slice(2)];
    const isThere = name !== undefined && Object.hasOwn(options, name);
    return `There is no option "${unknown}".${isThere ? ` Its name is "--${name}".` : ''}`;
  }
  const option = /^Option '(?:-\w, )?(--[\w-]+)/.exec(message)?.[1];
  if (option === undefined) return message;
  if (message.includes('does not take an argument'))
    return `The option "${option}" takes no value. Leave the value out.`;
  const next = args[args.indexOf(option) + 1];
  const found = next === undefined ? 'nothing follows it' : `"${next}" follows it, which begins with "-"`;
  return `The option "${option}" needs a value, but ${found}. Write the value behind it, such as ${option}=VALUE.`;
}
