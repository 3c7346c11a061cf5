/** What a part of the overview shows; the server hands it over as `pageContext.overview`. */
export interface Overview {
  /** Begins and ends with `/`. */
  readonly basePath: string;
  readonly revision: string;
  readonly shown:
    | { readonly part: 'documents'; readonly documents: readonly ListedDocument[] }
    | { readonly part: 'blocks'; readonly blocks: readonly OverviewBlock[]; readonly locales: readonly string[] }
    | { readonly part: 'journeys'; readonly journeys: readonly ListedJourney[] }
    | { readonly part: 'desk'; readonly desk: readonly DeskPart[] };
}

export interface ListedDocument {
  readonly id: string;
  readonly file: string;
  readonly links: readonly { readonly locale: string; readonly href: string }[];
  /** Variations that experiments show at its address, each with the query that asks for it. */
  readonly variations: readonly { readonly name: string; readonly query: string }[];
}

export interface OverviewBlock {
  readonly type: string;
  readonly examples: readonly {
    readonly name: string;
    /** Where it is shown by itself. */
    readonly href: string;
    readonly json: string;
  }[];
}

export interface ListedJourney {
  readonly name: string;
  readonly flows: readonly { readonly name: string; readonly steps: readonly ListedStep[] }[];
  readonly machines: readonly {
    readonly name: string;
    readonly initial: string;
    readonly ways: readonly ListedWay[];
  }[];
}

export interface ListedStep {
  readonly name: string;
  readonly form: string;
  readonly ways: readonly ListedWay[];
}

/** An arrow of a diagram. */
export interface ListedWay {
  /** Where it begins; the step itself when left out. */
  readonly from?: string;
  /** Outcomes that lead this way, with their conditions. */
  readonly on: readonly string[];
  readonly to: string;
}

/** What a command says of the project. */
export interface DeskPart {
  readonly title: string;
  /** Says the same in a terminal. */
  readonly command: string;
  readonly text: string;
}
