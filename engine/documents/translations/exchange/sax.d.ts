/** The part of the untyped package `sax` that is used here. */
declare module 'sax' {
  interface SaxAttribute {
    readonly name: string;
    readonly local: string;
    readonly uri: string;
    readonly value: string;
  }

  interface SaxTag {
    readonly local: string;
    readonly uri: string;
  }

  export interface SaxHandlers {
    readonly onopentagstart: () => void;
    readonly onattribute: (attribute: SaxAttribute) => void;
    readonly onopentag: (tag: SaxTag) => void;
    readonly onclosetag: () => void;
    readonly ontext: (text: string) => void;
    readonly oncdata: (text: string) => void;
    readonly ondoctype: () => void;
    readonly onerror: (error: Error) => void;
  }

  interface SaxParser {
    /** Position of the last tag, from 1, in UTF-16 code units. */
    readonly startTagPosition: number;
    readonly position: number;
    write(text: string): SaxParser;
    close(): SaxParser;
  }

  const sax: {
    parser(strict: true, options: { readonly xmlns: true; readonly strictEntities: true }): SaxParser;
  };
  export default sax;
}
