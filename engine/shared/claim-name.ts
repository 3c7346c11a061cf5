/** What texts may name of a price beside its figure, such as `{claims.name.former}`. */
export const claimParts = ['former', 'lowest30', 'tax'] as const;

/** What texts may name of a claim: of a price, and the day of a date without its year. */
export const namedParts = [...claimParts, 'day'] as const;

/** The name of a claim and the part that a text names of it: `price.tax`. */
export function splitClaimName(named: string): { readonly name: string; readonly part: string | undefined } {
  const dot = named.indexOf('.');
  return dot < 0 ? { name: named, part: undefined } : { name: named.slice(0, dot), part: named.slice(dot + 1) };
}

/** Names of the claims that a text names, such as `price` for `{claims.price.tax}`. */
export const listNamedClaims = (text: string): readonly string[] =>
  text.includes('{claims.') ? [...text.matchAll(/\{claims\.([A-Za-z0-9]+)/g)].map(([, name = '']) => name) : [];
