/** What the development page lists; the server hands it over as `pageContext.overview`. */
export interface Overview {
  readonly revision: string;
  readonly documents: readonly {
    readonly id: string;
    readonly file: string;
    readonly links: readonly { readonly locale: string; readonly href: string }[];
  }[];
  readonly desk: readonly DeskPart[];
}

/** What a command says of the project. */
export interface DeskPart {
  readonly title: string;
  /** Says the same in a terminal. */
  readonly command: string;
  readonly text: string;
}
