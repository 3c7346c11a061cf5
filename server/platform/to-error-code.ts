/** `already-active` → `ALREADY_ACTIVE`. */
export type ToErrorCode<Outcome extends string> = Outcome extends `${infer Head}-${infer Tail}`
  ? `${Uppercase<Head>}_${ToErrorCode<Tail>}`
  : Uppercase<Outcome>;

/** Error code of an outcome, as in the GraphQL schema. */
export function toErrorCode<const Outcome extends string>(outcome: Outcome): ToErrorCode<Outcome> {
  // Equals the type above for each literal.
  return outcome.toUpperCase().replaceAll('-', '_') as ToErrorCode<Outcome>;
}
