/** Where a command writes; tests bring their own. */
export interface Output {
  readonly write: (text: string) => void;
  /** A person looks at a terminal that shows colours. */
  readonly colours: boolean;
}

export const standardOutput: Output = {
  write: (text) => {
    process.stdout.write(text);
  },
  colours: process.stdout.isTTY && process.stdout.hasColors(),
};
