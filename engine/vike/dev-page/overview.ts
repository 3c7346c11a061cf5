/** Data of a part of the overview, passed by the server as `pageContext.overview`. */
export interface Overview {
  /** Begins and ends with `/`. */
  readonly basePath: string;
  readonly revision: string;
  readonly shown:
    | { readonly part: 'documents'; readonly documents: readonly ListedDocument[] }
    | { readonly part: 'blocks'; readonly blocks: readonly OverviewBlock[]; readonly locales: readonly string[] }
    | { readonly part: 'journeys'; readonly journeys: readonly ListedJourney[] }
    | { readonly part: 'desk'; readonly desk: readonly OverviewPart[] };
}

export interface ListedDocument {
  readonly id: string;
  readonly file: string;
  readonly links: readonly { readonly locale: string; readonly href: string }[];
  /** Variations at its address, each with the query that selects it. */
  readonly variations: readonly { readonly name: string; readonly query: string }[];
}

export interface OverviewBlock {
  readonly type: string;
  readonly examples: readonly {
    readonly name: string;
    /** Address of the example alone. */
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
  /** Start of the arrow; default: the step itself. */
  readonly from?: string;
  /** Outcomes of this transition, with conditions. */
  readonly on: readonly string[];
  readonly to: string;
}

/** Output of a command. */
export interface OverviewPart {
  readonly title: string;
  /** Command that prints the same. */
  readonly command: string;
  readonly text: string;
}
