import type { NavigationRules } from '#engine/base/navigation.ts';
import type { Binding } from '#schemas/generated/bindings.ts';
import type { ExpandedDocument } from './expand/expand.ts';
import type { JsonObject } from './json.ts';
import type { Path, Place } from './place.ts';
import type { Source } from './source.ts';
import type { TextStore } from './texts.ts';
import type { DocumentId, FontPackage, PageWeight, PictureFile } from './types.ts';
import type { WrittenDocument } from './written.ts';

/**
 * What a document may refer to. Equal objects between two runs mean that nothing in there changed, so what was found
 * in a document then still holds.
 */
export interface References {
  /** Ids of all pages and landings. */
  readonly pages: ReadonlySet<DocumentId>;
  /** Pages, and landings with an address of their own. */
  readonly linkable: ReadonlySet<DocumentId>;
  readonly fragments: ReadonlySet<DocumentId>;
  readonly images: ReadonlySet<string>;
  /** Of the pictures that were looked at, what they hold. */
  readonly pictures: ReadonlyMap<string, PictureFile>;
  readonly texts: TextStore;
  readonly site: SiteFacts;
}

/** The parts of the site document that other documents depend on; `undefined` when it cannot be read. */
export interface SiteFacts {
  readonly document: WrittenDocument | undefined;
  readonly claims: ReadonlySet<string> | undefined;
  readonly links: ReadonlySet<string> | undefined;
  readonly publicOrigin: string;
  /** Where links may lead. */
  readonly navigation: NavigationRules | undefined;
}

/** The whole project, for rules that compare documents with each other. */
export interface Project {
  readonly references: References;
  readonly sources: readonly Source[];
  readonly written: ReadonlyMap<DocumentId, WrittenDocument>;
  readonly expanded: ReadonlyMap<DocumentId, ExpandedDocument>;
  readonly uses: Uses;
  /** Files that nobody reads. */
  readonly strays: readonly string[];
  /** Files that are only links to another file of the project, and which. */
  readonly links: ReadonlyMap<string, string>;
  /** Files under `pages-config/brand/`, where somebody listed them. */
  readonly brandFiles: ReadonlySet<string> | undefined;
  /** Of the brand's fonts that were looked at, what their packages hold. */
  readonly fonts: ReadonlyMap<string, FontPackage>;
  /** What pages weigh, where somebody rendered them. */
  readonly weights: readonly PageWeight[];
  /** ISO 8601 day, given by those who have a clock. */
  readonly today: string | undefined;
}

/** What all documents refer to. */
export interface Uses {
  readonly textKeys: ReadonlySet<string>;
  /** `#block` on the page itself or `pages/x#block` on another one. */
  readonly anchors: readonly AnchorUse[];
}

export interface AnchorUse {
  readonly document: DocumentId;
  readonly block: string;
  /** The page the link is on. */
  readonly from: DocumentId;
  readonly place: Place;
}

/** A text, target or picture at its place in a block, in `meta` or in the site document. */
export interface BoundUse {
  readonly value: unknown;
  readonly binding: Binding;
  /** From the object that the binding starts at. */
  readonly path: Path;
  readonly place: Place;
  /** What people call the place, such as `hero "welcome"` or `meta`. */
  readonly owner: string;
}

/** A block of a document, each block once, however many documents show it. */
export interface BlockUse {
  readonly block: JsonObject;
  readonly placeOf: (path: Path, at?: Place['at']) => Place;
}
