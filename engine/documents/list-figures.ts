import { isObject, type JsonObject } from './json.ts';
import type { Path } from './source-location.ts';

/** A figure of a claim: that for all countries, or for one. */
export interface WrittenFigure {
  /** Inside the claim. */
  readonly path: Path;
  /** `undefined` for all countries. */
  readonly country: string | undefined;
  readonly figure: JsonObject;
}

export function listFigures(claim: JsonObject): readonly WrittenFigure[] {
  const countries = isObject(claim['countries']) ? Object.entries(claim['countries']) : [];
  return [
    { path: [], country: undefined, figure: claim },
    ...countries.flatMap(([country, figure]) =>
      isObject(figure) ? [{ path: ['countries', country], country, figure }] : [],
    ),
  ];
}
