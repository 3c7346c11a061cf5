import { parseArgs } from 'node:util';
import { UserError } from '#engine/shared/errors.ts';

/** An error in a command call. */
export class UsageError extends UserError {}

/** A command option as in `parseArgs` of node:util, with a description. */
interface CommandOption {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  readonly default?: string | boolean | string[];
  /** Placeholder of its value, such as `<date>`. */
  readonly value?: string;
  readonly does: string;
}

type CommandOptions = Readonly<Record<string, CommandOption>>;

/** Usage of a command, for `--help` and for parsing arguments. */
export interface Usage<Options extends CommandOptions = CommandOptions> {
  /** Name after `npm run`. */
  readonly name: string;
  /** Summary in one sentence. */
  readonly summary: string;
  /** Possible arguments after `npm run <name> --`, with descriptions. */
  readonly calls: Readonly<Record<string, string>>;
  readonly options: Options;
  /** Maximum number of positional arguments. */
  readonly positionals: number;
}

/** Whether `--help` was requested. */
export const asksForHelp = (args: readonly string[]): boolean => args.includes('--help') || args.includes('-h');

/** Output of `--help`. */
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

/** @throws UsageError for unknown options or arguments and for missing values, with the existing ones */
export function readArguments<const Options extends CommandOptions>(usage: Usage<Options>, args: readonly string[]) {
  const { options, positionals } = usage;
  const read = () => parseArgs({ args: [...args], options, allowPositionals: true });
  let result: ReturnType<typeof read>;
  try {
    result = read();
  } catch (error) {
    const mistake = argumentMistake(error, args, options);
    throw mistake === null ? error : createUsageError(usage, mistake, error);
  }
  const more = result.positionals[positionals];
  if (more !== undefined) throw createUsageError(usage, `"${more}" is one argument too many.`);
  return result;
}

/** Error message of a call, with the usage. */
export function createUsageError(usage: Usage, mistake: string, cause?: unknown): UsageError {
  return new UsageError(`${usage.name}: ${mistake}\n\n${formatUsage(usage)}`, { cause });
}

/** Explains an argument error of `parseArgs`; `null` for other errors. */
function argumentMistake(error: unknown, args: readonly string[], options: CommandOptions): string | null {
  if (!(error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))) return null;
  return describeUsageError(error, args, options);
}

/** Former names of options. */
const RENAMED: Readonly<Record<string, string>> = { arm: 'variation', inviter: 'holder' };

/** `parseArgs` explains unknown options in full sentences, but not missing values. */
function describeUsageError({ message }: Error, args: readonly string[], options: CommandOptions): string {
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
