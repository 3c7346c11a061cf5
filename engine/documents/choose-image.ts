import { isObject, type JsonObject } from './json.ts';
import type { Path } from './source-location.ts';

/** What a library says of an image. */
export interface LibraryWords {
  /** Alternative text by language; empty where nobody has written one. */
  readonly alt: Readonly<Record<string, string>>;
  readonly isDecorative: boolean;
  /** In percent. */
  readonly focus: { readonly x: number; readonly y: number };
}

export interface ImagePlace {
  readonly path: Path;
  /** See `schemas/image.schema.json`. */
  readonly image: JsonObject & { readonly src: string };
}

/** All images that a document names, with their places in it. */
export function listImagePlaces(value: unknown, path: Path = []): readonly ImagePlace[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => listImagePlaces(item, [...path, index]));
  if (!isObject(value)) return [];
  const { src } = value;
  if (typeof src === 'string' && src.startsWith('images/')) return [{ path, image: { ...value, src } }];
  return Object.entries(value).flatMap(([key, inner]) => listImagePlaces(inner, [...path, key]));
}

/**
 * The image of a place with another image: crops and the description of the former one go, what the place asks for stays, such as the grade.
 *
 * @param languages Of the site: a text that is missing in some is taken from the first one that has it.
 */
export function withImage(
  image: JsonObject,
  src: string,
  words: LibraryWords | null,
  languages: readonly string[],
): JsonObject {
  const { crop: _crop, narrow: _narrow, focus: _focus, alt, decorative, ...place } = image;
  const focus = words === null || (words.focus.x === 50 && words.focus.y === 50) ? {} : { focus: toShare(words.focus) };
  // A description of another image would be wrong; without any, the check asks for one (`alt-text`).
  const own =
    src === image['src'] ? { ...(alt !== undefined && { alt }), ...(decorative !== undefined && { decorative }) } : {};
  return { ...place, src, ...(describe(words, languages) ?? own), ...focus };
}

const toShare = ({ x, y }: LibraryWords['focus']): LibraryWords['focus'] => ({ x: x / 100, y: y / 100 });

/** `null` where the library says nothing. */
function describe(words: LibraryWords | null, languages: readonly string[]): JsonObject | null {
  if (words === null) return null;
  if (words.isDecorative) return { decorative: true };
  const first = languages.map((language) => words.alt[language] ?? '').find((text) => text !== '');
  if (first === undefined) return null;
  return { alt: Object.fromEntries(languages.map((language) => [language, words.alt[language] || first])) };
}
