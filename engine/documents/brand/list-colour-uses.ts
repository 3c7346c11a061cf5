import { type JsonObject, isObject } from '../json.ts';
import type { Path } from '../source-location.ts';

/** A use of a colour in a brand document. */
export interface ColourUse {
  readonly path: Path;
  /** Name of a colour of the brand, or a colour of its own. */
  readonly value: string;
}

/** Sections that contain colours only. */
const PARTS = ['day', 'night', 'moreContrast', 'icons', 'previews'] as const;
const IN_MAILS = ['line', 'lineAtNight', 'figure', 'figureAtNight', 'lining'] as const;

/** All colours that a brand document uses, valid or not. */
export function listColourUses(brand: JsonObject): readonly ColourUse[] {
  const mails = isObject(brand['mails']) ? brand['mails'] : {};
  return [
    ...PARTS.flatMap((part) => textsIn(brand[part], [part])),
    ...textsIn(brand['hairline'], ['hairline']),
    ...IN_MAILS.flatMap((name) => textsIn(mails[name], ['mails', name])),
  ];
}

function textsIn(value: unknown, path: Path): readonly ColourUse[] {
  if (typeof value === 'string') return [{ path, value }];
  return isObject(value) ? Object.entries(value).flatMap(([key, inner]) => textsIn(inner, [...path, key])) : [];
}
