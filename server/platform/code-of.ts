/** `already-active` → `ALREADY_ACTIVE`. */
export type CodeOf<Outcome extends string> = Outcome extends `${infer Head}-${infer Tail}`
  ? `${Uppercase<Head>}_${CodeOf<Tail>}`
  : Uppercase<Outcome>;

/** The stable code of an outcome, as the schema writes it. */
export function codeOf<const Outcome extends string>(outcome: Outcome): CodeOf<Outcome> {
  // The type above says of each literal what this line makes of it.
  return outcome.toUpperCase().replaceAll('-', '_') as CodeOf<Outcome>;
}
