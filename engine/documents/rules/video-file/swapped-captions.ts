import type { JsonObject } from '../../json.ts';

export interface SwappedCaptions {
  readonly locale: string;
  readonly found: string;
  readonly message: string;
  readonly suggestion: string | undefined;
}

/** The first captions that are those of another language, by the names of their files: two that were swapped are one mistake. */
export function findSwappedCaptions(captions: JsonObject): SwappedCaptions | null {
  const all = Object.entries(captions);
  for (const [locale, file] of all) {
    const named = getLanguage(file);
    if (named === undefined || named === locale || !Object.hasOwn(captions, named)) continue;
    const other = all.map(([, each]) => String(each)).find((each) => getLanguage(each) === locale);
    return {
      locale,
      found: String(file),
      message: `The captions in "${locale}" are those in "${named}", by the name of the file.`,
      suggestion: other ?? String(file).replace(`.${named}.vtt`, `.${locale}.vtt`),
    };
  }
  return null;
}

const getLanguage = (file: unknown): string | undefined => /\.([\w-]+)\.vtt$/.exec(String(file))?.[1];
