import type { NavigationRules } from '#engine/shared/navigation.ts';
import type { Binding } from '#schemas/generated/bindings.ts';
import type { ExpandedDocument } from './inheritance/expander.ts';
import type { JsonObject } from './json.ts';
import type { Path, SourceLocation } from './source-location.ts';
import type { CheckCache } from './check-cache.ts';
import type { Source } from './source.ts';
import type { TextStore, TextVersions } from './texts.ts';
import type { DocumentId, FontPackage, GradedCrop, PageWeight, ImageFile, VideoContent } from './types.ts';
import type { WrittenDocument } from './written.ts';

/** Everything that a document may refer to; the same object while nothing of it changes. */
export interface References extends ProjectFacts {
  readonly texts: TextStore;
  /** All of it but the texts; the same object while only texts change. */
  readonly facts: ProjectFacts;
}

/** `References` for one use: findings stay valid while the facts and the texts it has read do. */
export interface UseReferences extends ProjectFacts {
  readonly texts: TextLookup;
}

export interface TextLookup {
  /** See `TextStore.names`; `undefined` for an unknown name. */
  readonly of: (name: string) => readonly TextVersions[] | undefined;
  /** All names, for suggestions. */
  readonly names: () => Iterable<string>;
}

/** What a document may refer to besides texts. */
export interface ProjectFacts {
  /** Ids of all pages and landings. */
  readonly pages: ReadonlySet<DocumentId>;
  /** Pages, and landings with a URL. */
  readonly linkable: ReadonlySet<DocumentId>;
  readonly fragments: ReadonlySet<DocumentId>;
  readonly forms: ReadonlySet<DocumentId>;
  /** Further brands. */
  readonly brands: ReadonlySet<DocumentId>;
  /** Webhooks that form documents may name; `undefined` when unknown. */
  readonly webhooks: ReadonlySet<string> | undefined;
  readonly images: ReadonlySet<string>;
  /** Content of the inspected images. */
  readonly imageFiles: ReadonlyMap<string, ImageFile>;
  /** Content of the files under `videos/`, if listed. */
  readonly videoFiles: ReadonlyMap<string, VideoContent> | undefined;
  readonly site: SiteFacts;
  /** Allowed targets of links; apart from `site`, because they depend on the origin. `undefined` while they cannot be read. */
  readonly navigation: NavigationRules | undefined;
}

/**
 * The parts of the site document that other documents depend on, `undefined` if it is unreadable; the same object while
 * none of them changes.
 */
export interface SiteFacts {
  /** `undefined` without a site document. */
  readonly file: string | undefined;
  readonly claims: ReadonlySet<string> | undefined;
  /** Claims as written in the site document. */
  readonly claimsWritten: JsonObject | undefined;
  readonly links: ReadonlySet<string> | undefined;
  /** Pages of the policies that members accept. */
  readonly policies: readonly DocumentId[];
}

/** The whole project, for rules that compare documents with each other. */
export interface Project {
  readonly references: References;
  readonly sources: readonly Source[];
  readonly written: ReadonlyMap<DocumentId, WrittenDocument>;
  readonly expanded: ReadonlyMap<DocumentId, ExpandedDocument>;
  readonly uses: Uses;
  /** Files that are not read. */
  readonly strays: readonly string[];
  /** Symbolic links to another file of the project, with their target. */
  readonly links: ReadonlyMap<string, string>;
  /** Files under `pages-config/brand/`, if listed. */
  readonly brandFiles: ReadonlySet<string> | undefined;
  /** Content of the inspected font packages of the brands, by `buildFontKey`. */
  readonly fonts: ReadonlyMap<string, FontPackage>;
  /** Sizes of rendered pages. */
  readonly weights: readonly PageWeight[];
  /** Crops that no encoder brings within the limit of their grade. */
  readonly crossing: readonly GradedCrop[];
  /** See `ResolveInput`. */
  readonly checkCache: CheckCache | undefined;
  /** ISO 8601 date, from callers with a clock. */
  readonly today: string | undefined;
}

/** References of all documents. */
export interface Uses {
  readonly textKeys: ReadonlySet<string>;
  /** `#block` on the page itself or `pages/x#block` on another one. */
  readonly anchors: readonly AnchorUse[];
  /** Each use of `link:name`. */
  readonly links: readonly LinkUse[];
  /** Each target with "https:". */
  readonly urls: readonly LinkUse[];
  /** Each crop with a grade. */
  readonly graded: readonly GradedUse[];
}

/** A crop of an image, with its position in a document. */
export interface GradedUse extends Omit<GradedCrop, 'crop'> {
  /** Valid only in a document without findings. */
  readonly crop: unknown;
  readonly location: SourceLocation;
}

export interface LinkUse {
  readonly name: string;
  readonly location: SourceLocation;
}

export interface AnchorUse {
  readonly document: DocumentId;
  readonly block: string;
  /** The page the link is on. */
  readonly from: DocumentId;
  readonly location: SourceLocation;
}

/** A text, target or image at its position in a block, in `meta` or in the site document. */
export interface BoundUse {
  readonly value: unknown;
  readonly binding: Binding;
  /** Path from the object at which the binding starts. */
  readonly path: Path;
  readonly location: SourceLocation;
  /** Where a part of the value is written, possibly by a variant. */
  readonly locate: (path: Path) => SourceLocation;
  /** Label of the position, such as `hero "welcome"` or `meta`. */
  readonly owner: string;
}

/** A block, once for all documents that contain it. */
export interface BlockUse {
  readonly block: JsonObject;
  readonly locate: (path: Path, at?: SourceLocation['at']) => SourceLocation;
}
