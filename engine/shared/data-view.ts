/*
 * The result of a query for a block: texts in the language of the page, and complete URLs. The block defines the
 * appearance, the server the content.
 */
import type { BarView, CodeView, CurveView, IntervalView, LineView, TickView } from './chart-views.ts';

export type * from './chart-views.ts';

/** Icon of a status, in addition to its colour. */
export type Mark = 'on' | 'wait' | 'half' | 'alert' | 'stop' | 'off';

export interface ViewLink {
  readonly label: string;
  readonly href: string;
}

/** A link that looks like a button; a primary one leads on with what the page is for. */
export interface WayView extends ViewLink {
  readonly primary?: true;
}

/** An image at its size in pixels. */
export interface ShownImageView {
  readonly src: string;
  readonly width: number;
  readonly height: number;
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
    | 'checkbox'
    /** An image as a submit button: a click sends the form with the position as `<name>.x` and `<name>.y` in pixels. */
    | 'image'
    /** A choice of `options`, shown as images. */
    | 'pictures';
  readonly value?: string;
  readonly hint?: string;
  readonly error?: string;
  readonly required?: boolean;
  readonly autocomplete?: string;
  readonly min?: number;
  readonly max?: number;
  /** Visible lines of a `textarea`. */
  readonly rows?: number;
  /** Language of the input, for spell checking; default: that of the page. */
  readonly lang?: string;
  /** Whether the input is code: full width, monospaced. */
  readonly isCode?: true;
  /** Accepted types of a `file`, as in HTML. */
  readonly accept?: string;
  /** For `image`. */
  readonly image?: ShownImageView & { readonly focus?: { readonly x: number; readonly y: number } };
  /** For `select` and `pictures`. */
  readonly options?: readonly { readonly value: string; readonly label: string; readonly image?: string }[];
  /** Group title: consecutive fields with the same title form a group. */
  readonly group?: string;
  /** Title of the numbered step that it belongs to, see `SectionView`; consecutive fields with the same title form a step. */
  readonly step?: string;
  /** Label and a short value on one line. */
  readonly isLine?: true;
}

/** A form for a passkey, shown if scripts run and the browser supports passkeys. */
export interface PasskeyView {
  /** Whether a passkey is created or used. */
  readonly ceremony: 'create' | 'get';
  /** JSON of WebAuthn Level 3, 5.1.8 and 5.1.9. */
  readonly options: string;
  /** Returned with the signature of the passkey. */
  readonly ticket: string;
  /** The browser also offers it in the field for the address. */
  readonly offered?: boolean;
  /** Message after the user or the browser cancelled. */
  readonly ended: string;
  /** Replacement without support. */
  readonly without?: string;
}

export interface FormView {
  readonly id: string;
  readonly title?: string;
  /** Effect of the action, on whom, and whether it can be undone. */
  readonly text?: string;
  readonly method: 'get' | 'post';
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
  readonly fields: readonly FieldView[];
  /** Empty without a button, where a field sends the form. */
  readonly submit: string;
  /** Message about the form as a whole. */
  readonly error?: string;
  /** An action that cannot be undone. */
  readonly danger?: boolean;
  /** It has a file. */
  readonly multipart?: boolean;
  readonly primary?: boolean;
  /** Separator before an alternative form below. */
  readonly or?: string;
  readonly passkey?: PasskeyView;
  /** With scripts, unsent input is stored for this tab: its message, and the action that discards it. */
  readonly draft?: { readonly unsaved: string; readonly discard: string };
}

export interface CellView {
  readonly text: string;
  readonly sub?: string;
  readonly mark?: Mark;
  readonly href?: string;
  /** Of the first cell in a grid: a thumbnail that says no more than the text. */
  readonly image?: { readonly src: string };
  readonly bar?: BarView;
  readonly interval?: IntervalView;
  readonly code?: CodeView;
  /** Values before and after, with labels for screen readers. */
  readonly change?: { readonly was: ChangedView; readonly is: ChangedView };
  readonly links?: readonly ViewLink[];
  /** Selects the row for the form of the table, see `TableView.chosen`. */
  readonly tick?: { readonly name: string; readonly label: string; readonly isOn: boolean };
  /** Actions of this row, each a form with a button. */
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
  /** Its values, such as points in time, stand on one line where there is space. */
  readonly isShort?: boolean;
  /** The scale of its intervals. */
  readonly ticks?: readonly TickView[];
  /** Absent for a column that cannot be sorted. */
  readonly sort?: { readonly href: string; readonly direction: 'ascending' | 'descending' | null };
}

interface RowView {
  readonly key: string;
  readonly cells: readonly CellView[];
  /** In a feed: the heading of its group. */
  readonly day?: string;
}

/** A list: its first column names the row. Filter, order and page are in the URL. */
export interface TableView {
  readonly caption: string;
  readonly columns: readonly ColumnView[];
  readonly rows: readonly RowView[];
  /** Rows as a feed by day: the columns are time, user, details and network. */
  readonly isFeed?: true;
  /** Rows as cards with images. */
  readonly isGrid?: true;
  /** Its link leads to all rows where filters leave none. */
  readonly empty: { readonly title: string; readonly text: string; readonly link?: ViewLink };
  readonly filter?: FormView;
  /** Range of the list. */
  readonly views?: readonly (ViewLink & { readonly current: boolean })[];
  readonly pager?: {
    readonly text: string;
    readonly label: string;
    readonly previous: ViewLink | null;
    readonly next: ViewLink | null;
  };
  readonly downloads?: readonly ViewLink[];
  /** Form for all selected rows. */
  readonly chosen?: FormView;
}

/** A button and the form that it opens. */
export interface ActionView {
  readonly label: string;
  readonly form: FormView;
  readonly isOpen: boolean;
}

export interface ItemView {
  readonly mark: Mark;
  readonly state: string;
  readonly title: string;
  readonly text?: string;
  readonly link: ViewLink;
  /** Form of a suggested action. */
  readonly form?: FormView;
}

/** A value to copy, by hand or, with scripts, by a button. */
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

/** Work in progress; with scripts, it is refreshed automatically. */
export interface ProgressView {
  readonly title: string;
  readonly done: number;
  readonly all: number;
  /** The same as text. */
  readonly text: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly isOver: boolean;
  /** Link that refreshes it. */
  readonly again: ViewLink;
}

/** Previews of mails, in one language at a time. */
export interface CardsView {
  /** Label of the language selection. */
  readonly label: string;
  readonly views: readonly (ViewLink & { readonly current: boolean })[];
  /** Language of the mails. */
  readonly lang: string;
  readonly cards: readonly {
    /** Link to the complete mail. */
    readonly link: ViewLink;
    readonly subject: string;
    readonly headline: string;
    readonly greeting: string;
    readonly text: string;
    readonly button?: string;
  }[];
}

export interface FigureRowView {
  readonly label: string;
  readonly values: readonly string[];
  readonly line: LineView;
}

/** Several metrics over some days, side by side. */
export interface FiguresView {
  /** Title of the name column. */
  readonly what: string;
  readonly columns: readonly string[];
  /** Title of the chart column. */
  readonly over: string;
  readonly rows: readonly FigureRowView[];
  readonly text?: string;
}

/** Activity on a time scale from 0 to 100; each row has a text alternative. */
export interface TimelineView {
  readonly filter: FormView;
  /** Titles of the left and right column. */
  readonly what: string;
  readonly ticks: readonly TickView[];
  /** Position of the present, if it is within the scale. */
  readonly now: number | null;
  /** Selectable periods. */
  readonly ranges: readonly (ViewLink & { readonly current: boolean })[];
  readonly rangesLabel: string;
  readonly moves: readonly ViewLink[];
  readonly movesLabel: string;
  readonly groups: readonly { readonly title: string; readonly rows: readonly TimelineRowView[] }[];
  readonly empty: { readonly title: string; readonly text: string };
  /** Labels of states and of a moment; `now` is the label of the present. */
  readonly legend: Readonly<Record<TimelineState | 'moment', string>> & { readonly now: string | null };
}

/** `live`: active at present. */
type TimelineState = 'over' | 'live' | 'planned';

interface TimelineRowView {
  readonly key: string;
  readonly title: string;
  readonly href?: string;
  readonly text: string;
  readonly span?: { readonly from: number; readonly to: number; readonly state: TimelineState };
  readonly moments: readonly number[];
  /** Its findings. */
  readonly findings: readonly string[];
}

export interface RecordView {
  readonly title: string;
  /** Language of a title that staff wrote; default: that of the page. */
  readonly lang?: string;
  readonly text?: string;
  readonly up: ViewLink;
}

/** The verdict and its data. */
export interface VerdictView {
  readonly mark: Mark;
  readonly state: string;
  readonly title: string;
  readonly text?: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly links: readonly ViewLink[];
  /** What follows from the verdict. */
  readonly form?: FormView;
}

export type SectionView =
  /** What the page shows in detail: its heading in place of the page's title, and the way back to the list. */
  | ({ readonly kind: 'record' } & RecordView)
  | {
      readonly kind: 'note';
      readonly mark: Mark;
      readonly title: string;
      readonly text?: string;
      readonly links?: readonly ViewLink[];
    }
  /** Actions of the page, above its list: buttons that open their forms, also without JavaScript. */
  | { readonly kind: 'actions'; readonly actions: readonly ActionView[] }
  /** Links with the appearance of buttons. */
  | { readonly kind: 'ways'; readonly links: readonly WayView[] }
  /** Tabs. */
  | {
      readonly kind: 'parts';
      readonly label: string;
      readonly links: readonly (ViewLink & { readonly current: boolean })[];
    }
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
  | { readonly kind: 'timeline'; readonly timeline: TimelineView }
  | { readonly kind: 'verdict'; readonly verdict: VerdictView }
  | {
      readonly kind: 'curve';
      readonly title: string;
      readonly text: string;
      readonly curve: CurveView;
      /** Label of the button that shows the same as numbers. */
      readonly summary: string;
      readonly table: TableView;
    }
  /** Side by side if there is space. */
  | {
      readonly kind: 'pair';
      readonly sections: readonly SectionView[];
      /** The second section is a narrow card, such as a form that confirms what the first one shows. */
      readonly isAside?: true;
    }
  /** Several below each other, as one side of a pair; `isFramed`: the result of a page, in a frame. */
  | { readonly kind: 'stack'; readonly sections: readonly SectionView[]; readonly isFramed?: true }
  /** A numbered step of a page: its title beside its sections if there is space. */
  | {
      readonly kind: 'step';
      /** Target of links to it. */
      readonly id: string;
      readonly title: string;
      readonly sections: readonly SectionView[];
    }
  | { readonly kind: 'picture'; readonly image: ShownImageView & { readonly alt: string } }
  | { readonly kind: 'copy'; readonly copy: CopyView }
  | { readonly kind: 'progress'; readonly progress: ProgressView };

export interface DataView {
  /** Below the title. */
  readonly lede?: string;
  /** Its lists are updated while they are shown. */
  readonly moves?: boolean;
  readonly sections: readonly SectionView[];
  /** Below everything. */
  readonly foot?: string;
}

/** Navigation of a signed-in user. */
export interface MenuView {
  readonly name: string;
  readonly group: string;
  readonly groups: readonly {
    readonly title: string | null;
    readonly links: readonly (ViewLink & { readonly current: boolean; readonly count?: string })[];
  }[];
  readonly signOut: FormView;
}
