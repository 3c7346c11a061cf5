/** A mistake in the code of a block. */
export interface CodeMistake {
  /** UTF-16 code units from the beginning of the file. */
  readonly offset: number;
  readonly message: string;
  readonly suggestion?: string | undefined;
}
