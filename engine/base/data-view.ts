/*
 * What a query answers for a block that shows data: words in the language of the page, and addresses that are ready. The block knows how
 * it looks, the server what it says.
 */

/** The shape beside a word: never a colour alone. */
export type Mark = 'on' | 'wait' | 'half' | 'alert' | 'stop' | 'off';

export interface ViewLink {
  readonly label: string;
  readonly href: string;
}

export interface FieldView {
  readonly name: string;
  readonly label: string;
  readonly type:
    | 'text'
    | 'email'
    | 'password'
    | 'number'
    | 'date'
    | 'datetime-local'
    | 'search'
    | 'select'
    | 'textarea'
    | 'file'
    | 'checkbox';
  readonly value?: string;
  readonly hint?: string;
  readonly error?: string;
  readonly required?: boolean;
  readonly autocomplete?: string;
  readonly min?: number;
  readonly max?: number;
  /** Of a `select`. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** What it is one of: fields that follow each other with the same words here stand together below them. */
  readonly group?: string;
}

/** A form that a passkey fills in; it is there where scripts run and the browser knows passkeys. */
export interface PasskeyView {
  /** Whether one is made, or one that is there signs. */
  readonly ceremony: 'create' | 'get';
  /** JSON of WebAuthn Level 3, 5.1.8 and 5.1.9. */
  readonly options: string;
  /** Comes back with what the passkey signed. */
  readonly ticket: string;
  /** The browser also offers it in the field for the address. */
  readonly offered?: boolean;
  /** When the visitor or the browser ended it. */
  readonly ended: string;
  /** In its place where it cannot be. */
  readonly without?: string;
}

export interface FormView {
  readonly id: string;
  readonly title?: string;
  /** What pressing does, to whom, and what can be taken back. */
  readonly text?: string;
  readonly method: 'get' | 'post';
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
  readonly fields: readonly FieldView[];
  readonly submit: string;
  /** Why it was refused as a whole. */
  readonly error?: string;
  /** A press that cannot be taken back. */
  readonly danger?: boolean;
  /** It brings a file. */
  readonly multipart?: boolean;
  readonly primary?: boolean;
  /** Words that lead over to another way below it; they are there as long as the form is. */
  readonly or?: string;
  readonly passkey?: PasskeyView;
  /** What was typed and not sent yet is kept for this tab, where scripts run: what says so, and what takes it back. */
  readonly draft?: { readonly unsaved: string; readonly discard: string };
}

/** Places of an inviter: taken, reserved, left over. */
export interface BarView {
  readonly taken: number;
  readonly pending: number;
  readonly left: number;
  /** The same in words. */
  readonly label: string;
}

/** A place on a scale, from 0 to 100, in words. */
export interface TickView {
  readonly at: number;
  readonly label: string;
  readonly strong?: boolean;
}

/** An interval on the scale of its column, which goes from 0 to 100. */
export interface IntervalView {
  readonly low: number;
  readonly value: number;
  readonly high: number;
  /** Where there is no effect, and the smallest one that is worth having. */
  readonly zero: number;
  readonly wanted: number;
  /** It leaves out zero. */
  readonly decided: boolean;
  /** What is drawn, and what it says. */
  readonly title: string;
  readonly description: string;
}

/** A figure over time with its interval as a band: paths on a square of 100 by 100, whose top is 0. */
export interface CurveView {
  readonly title: string;
  readonly description: string;
  readonly band: string;
  readonly line: string;
  readonly days: readonly TickView[];
  readonly values: readonly TickView[];
  readonly zero: number;
  readonly wanted: number;
  /** What it says at its end. */
  readonly last: TickView;
}

export interface CellView {
  readonly text: string;
  readonly sub?: string;
  readonly mark?: Mark;
  readonly href?: string;
  readonly bar?: BarView;
  readonly interval?: IntervalView;
  readonly code?: CodeView;
  /** What was and what is, each with words for those who do not see which is struck out. */
  readonly change?: { readonly was: ChangedView; readonly is: ChangedView };
  /** Takes the row into the form of the table, see `TableView.chosen`. */
  readonly tick?: { readonly name: string; readonly label: string; readonly isOn: boolean };
  /** Small forms of this row, each a button. */
  readonly forms?: readonly FormView[];
}

interface ChangedView {
  readonly label: string;
  /** Empty for nothing. */
  readonly text: string;
}

export interface ColumnView {
  readonly label: string;
  readonly numeric?: boolean;
  /** The scale of its intervals. */
  readonly ticks?: readonly TickView[];
  /** Absent for a column that nothing is sorted by. */
  readonly sort?: { readonly href: string; readonly direction: 'ascending' | 'descending' | null };
}

interface RowView {
  readonly key: string;
  readonly cells: readonly CellView[];
  /** Of a feed: the heading that it stands below, with those before and after it that have the same. */
  readonly day?: string;
}

/** A list: its first column names the row. Filter, order and page are in the address. */
export interface TableView {
  readonly caption: string;
  readonly columns: readonly ColumnView[];
  readonly rows: readonly RowView[];
  /** Rows as a feed by day: the first column says when, the second who, the last one where from, those between what was done. */
  readonly isFeed?: true;
  readonly empty: { readonly title: string; readonly text: string };
  readonly filter?: FormView;
  /** What part of the list is shown. */
  readonly views?: readonly (ViewLink & { readonly current: boolean })[];
  readonly pager?: {
    readonly text: string;
    readonly label: string;
    readonly previous: ViewLink | null;
    readonly next: ViewLink | null;
  };
  readonly downloads?: readonly ViewLink[];
  /** What is done with all rows that are ticked. */
  readonly chosen?: FormView;
}

export interface ItemView {
  readonly mark: Mark;
  readonly state: string;
  readonly title: string;
  readonly text?: string;
  readonly link: ViewLink;
}

/** A value to take away: it can be selected and copied by hand, and by a press where scripts run. */
export interface CopyView {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  /** Lines of a value that has several. */
  readonly lines?: number;
  readonly copy: string;
  readonly copied: string;
  readonly code?: CodeView;
}

/** Work that goes on while somebody looks: where scripts run, it is looked at again by itself. */
export interface ProgressView {
  readonly title: string;
  readonly done: number;
  readonly all: number;
  /** The same in words. */
  readonly text: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly isOver: boolean;
  /** Shows it anew. */
  readonly again: ViewLink;
}

/** A QR code: side in modules, and the path of the dark ones. */
export interface CodeView {
  readonly label: string;
  readonly size: number;
  readonly path: string;
}

/** Mails as their first lines look, in one language at a time. */
export interface CardsView {
  /** Name of the choice of languages. */
  readonly label: string;
  readonly views: readonly (ViewLink & { readonly current: boolean })[];
  /** Language of what the mails say. */
  readonly lang: string;
  readonly cards: readonly {
    /** Leads to the whole mail. */
    readonly link: ViewLink;
    readonly subject: string;
    readonly headline: string;
    readonly greeting: string;
    readonly text: string;
    readonly button?: string;
  }[];
}

/** A few figures of some days, side by side. */
export interface FiguresView {
  /** Heads the names of the figures. */
  readonly what: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly label: string; readonly values: readonly string[] }[];
  readonly text?: string;
}

/** What may be said, and what it rests on. */
export interface VerdictView {
  readonly mark: Mark;
  readonly state: string;
  readonly title: string;
  readonly text?: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly links: readonly ViewLink[];
}

export type SectionView =
  | {
      readonly kind: 'note';
      readonly mark: Mark;
      readonly title: string;
      readonly text?: string;
      readonly links?: readonly ViewLink[];
    }
  /** Links that look like buttons. */
  | { readonly kind: 'ways'; readonly links: readonly ViewLink[] }
  | { readonly kind: 'form'; readonly form: FormView }
  | { readonly kind: 'table'; readonly title?: string; readonly table: TableView }
  | { readonly kind: 'items'; readonly title: string; readonly items: readonly ItemView[] }
  | {
      readonly kind: 'facts';
      readonly title?: string;
      readonly facts: readonly { readonly label: string; readonly value: string }[];
    }
  | { readonly kind: 'cards'; readonly cards: CardsView }
  | { readonly kind: 'figures'; readonly title: string; readonly figures: FiguresView }
  | { readonly kind: 'verdict'; readonly verdict: VerdictView }
  | {
      readonly kind: 'curve';
      readonly title: string;
      readonly text: string;
      readonly curve: CurveView;
      /** The same in figures, and what opens them. */
      readonly summary: string;
      readonly table: TableView;
    }
  /** Side by side where there is room. */
  | { readonly kind: 'pair'; readonly sections: readonly SectionView[] }
  | { readonly kind: 'copy'; readonly copy: CopyView }
  | { readonly kind: 'progress'; readonly progress: ProgressView };

export interface DataView {
  /** Below the title. */
  readonly lede?: string;
  /** Its lists change while somebody looks at them, and are kept fresh. */
  readonly moves?: boolean;
  readonly sections: readonly SectionView[];
  /** Below everything. */
  readonly foot?: string;
}

/** The ways between pages for anyone who is signed in. */
export interface MenuView {
  readonly name: string;
  readonly group: string;
  readonly groups: readonly {
    readonly title: string | null;
    readonly links: readonly (ViewLink & { readonly current: boolean; readonly count?: string })[];
  }[];
  readonly signOut: FormView;
}
