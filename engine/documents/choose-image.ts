import { isObject, type JsonObject } from './json.ts';
import type { Path } from './source-location.ts';

/** Texts of an image in the library. */
export interface LibraryMetadata {
  /** Alternative text by language; empty where missing. */
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

/** All image references in a document, with their paths. */
export function listImagePlaces(value: unknown, path: Path = []): readonly ImagePlace[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => listImagePlaces(item, [...path, index]));
  if (!isObject(value)) return [];
  const { src } = value;
  if (typeof src === 'string' && src.startsWith('images/')) return [{ path, image: { ...value, src } }];
  return Object.entries(value).flatMap(([key, inner]) => listImagePlaces(inner, [...path, key]));
}

/**
 * Replaces an image: crop and description of the previous one are removed, properties of the place, such as the grade, stay.
 *
 * @param languages languages of the site: missing texts fall back to the first existing one
 */
export function withImage(
  image: JsonObject,
  src: string,
  metadata: LibraryMetadata | null,
  languages: readonly string[],
): JsonObject {
  const { crop: _crop, narrow: _narrow, focus: _focus, alt, decorative, ...place } = image;
  const focus =
    metadata === null || (metadata.focus.x === 50 && metadata.focus.y === 50) ? {} : { focus: toShare(metadata.focus) };
  // A description of another image would be wrong; the check reports a missing one (`alt-text`).
  const own =
    src === image['src'] ? { ...(alt !== undefined && { alt }), ...(decorative !== undefined && { decorative }) } : {};
  return { ...place, src, ...(describe(metadata, languages) ?? own), ...focus };
}

const toShare = ({ x, y }: LibraryMetadata['focus']): LibraryMetadata['focus'] => ({ x: x / 100, y: y / 100 });

/** `null` when the library has no texts. */
function describe(metadata: LibraryMetadata | null, languages: readonly string[]): JsonObject | null {
  if (metadata === null) return null;
  if (metadata.isDecorative) return { decorative: true };
  const first = languages.map((language) => metadata.alt[language] ?? '').find((text) => text !== '');
  if (first === undefined) return null;
  return { alt: Object.fromEntries(languages.map((language) => [language, metadata.alt[language] || first])) };
}
