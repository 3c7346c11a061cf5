/** The part of the package `xliff`, which brings no types, that is used here. */
declare module 'xliff' {
  export interface XliffUnit {
    readonly source?: unknown;
    readonly target?: unknown;
    readonly note?: string;
  }

  export interface Xliff {
    readonly sourceLanguage: string;
    readonly targetLanguage?: string;
    /** By `original` of the file, then by id. */
    readonly resources: Readonly<Record<string, Readonly<Record<string, XliffUnit>>>>;
  }

  export function jsToXliff12(document: Xliff): Promise<string>;
  /** Rejects for what is not XML. */
  export function xliff12ToJs(text: string): Promise<Xliff>;
}
