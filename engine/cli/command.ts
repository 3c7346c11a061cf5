import { Mistake } from '#engine/base/errors.ts';

/** A sub-command: `engine/cli/<name>/index.ts` exports these two. */
export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  /**
   * @param args what stands after the command's name
   * @param root the project's root
   * @returns the exit code
   */
  readonly run: (args: readonly string[], root: string) => Promise<number>;
}

/** A mistake in how a command was called. */
export class UsageError extends Mistake {}
