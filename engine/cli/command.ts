import type { Usage } from './usage.ts';

/** A sub-command: `engine/cli/<name>/index.ts` exports these two. */
export interface Command {
  readonly usage: Usage;
  /**
   * @param args what is after the command's name
   * @param root the project's root
   * @returns the exit code
   */
  readonly run: (args: readonly string[], root: string) => Promise<number>;
}
