import type { Usage } from './usage.ts';

/** A command, exported by `engine/cli/<name>/index.ts`. */
export interface Command {
  readonly usage: Usage;
  /**
   * @param args arguments after the command's name
   * @param root the project's root
   * @returns the exit code
   */
  readonly run: (args: readonly string[], root: string) => Promise<number>;
}
