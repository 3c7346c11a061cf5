/** Output of a command, replaceable in tests. */
export interface Output {
  readonly write: (text: string) => void;
  /** Whether the output is a terminal with colours. */
  readonly colours: boolean;
}

export const standardOutput: Output = {
  write: (text) => {
    process.stdout.write(text);
  },
  colours: process.stdout.isTTY && process.stdout.hasColors(),
};
