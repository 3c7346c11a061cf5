/** `already-active` → `ALREADY_ACTIVE`. */
export type ToErrorCode<Outcome extends string> = Outcome extends `${infer Head}-${infer Tail}`
  ? `${Uppercase<Head>}_${ToErrorCode<Tail>}`
  : Uppercase<Outcome>;

/** The stable code of an outcome, as the schema writes it. */
export function toErrorCode<const Outcome extends string>(outcome: Outcome): ToErrorCode<Outcome> {
  // The type above says of each literal what this line makes of it.
  return outcome.toUpperCase().replaceAll('-', '_') as ToErrorCode<Outcome>;
}
