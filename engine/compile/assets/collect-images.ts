import type { ResolvedBlock, ResolvedDocument, Site } from '#engine/documents/types.ts';
import { blockBindings, brandBindings, metaBindings, siteBindings, type Binding } from '#schemas/generated/bindings.ts';
import type { VideoFile } from '#schemas/generated/documents.ts';
import type { ImageReference } from './image-key.ts';

/** An image reference with its location, for messages. */
export interface ImageUse {
  readonly reference: ImageReference;
  /** Such as `pages-config/landings/default.json, block "hero", image`. */
  readonly where: string;
}

/** Binding paths of images in blocks, in `meta` and in the site document. */
export interface ImageBindings {
  readonly blocks: Readonly<Record<string, readonly Binding[]>>;
  readonly meta: readonly Binding[];
  readonly site: readonly Binding[];
}

const generatedBindings: ImageBindings = { blocks: blockBindings, meta: metaBindings, site: siteBindings };

/** All image references of the site document, of brands and of all documents, in a stable order. */
export function collectImages(site: Site, bindings: ImageBindings = generatedBindings): ImageUse[] {
  const documents = [...site.documents.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return [
    ...listSiteImages(site.config, bindings),
    ...[...site.brands.values()].flatMap(({ config, file }) => usesIn(config, brandBindings, file)),
    ...documents.flatMap((document) => listDocumentImages(document, bindings)),
  ];
}

/** All image references of the site document, or of what a brand states in its place. */
export const listSiteImages = (config: Site['config'], bindings: ImageBindings = generatedBindings): ImageUse[] =>
  usesIn(config, bindings.site, 'pages-config/site.json');

/** All image references of a document. */
export const listDocumentImages = (
  document: Pick<ResolvedDocument, 'meta' | 'blocks' | 'file'>,
  bindings: ImageBindings = generatedBindings,
): ImageUse[] => [
  ...usesIn(document.meta, bindings.meta, `${document.file}, meta`),
  ...listShownImages(document, bindings),
];

/** Files of all videos in documents and their captions, sorted. */
export function collectVideos(documents: Iterable<Pick<ResolvedDocument, 'blocks'>>): readonly string[] {
  const filesIn = ({ type, props, blocks }: ResolvedBlock): readonly string[] => [
    ...blockBindings[type as keyof typeof blockBindings]
      .filter(({ as }) => as === 'video')
      .flatMap(({ path }) => placesAt(props, path))
      // The schema that declares this property a video has validated its value.
      .flatMap(({ value }) => (isPresent(value) ? [value as VideoFile] : []))
      .flatMap(({ src, captions = {} }) => [src, ...Object.values(captions)]),
    ...blocks.flatMap(filesIn),
  ];
  return [...new Set([...documents].flatMap(({ blocks }) => blocks.flatMap(filesIn)))].toSorted();
}

/** All image references in the blocks of a document. */
export const listShownImages = (
  { blocks, file }: Pick<ResolvedDocument, 'blocks' | 'file'>,
  bindings: ImageBindings = generatedBindings,
): ImageUse[] => blocks.flatMap((block) => usesInBlock(block, bindings, file));

function usesInBlock(block: ResolvedBlock, bindings: ImageBindings, file: string): ImageUse[] {
  return [
    ...usesIn(block.props, bindings.blocks[block.type] ?? [], `${file}, block "${block.id}"`),
    ...block.blocks.flatMap((inner) => usesInBlock(inner, bindings, file)),
  ];
}

function usesIn(value: unknown, bindings: readonly Binding[], where: string): ImageUse[] {
  return bindings
    .filter((binding) => binding.as === 'image')
    .flatMap((binding) =>
      placesAt(value, binding.path).flatMap(({ value: place, path }) =>
        // The schema that declares this property an image has validated its value.
        isPresent(place) ? [{ reference: place as ImageReference, where: `${where}, ${path.join('.')}` }] : [],
      ),
    );
}

interface Place {
  readonly value: unknown;
  readonly path: readonly string[];
}

/** All values at a binding path: `[]` stands for every item of an array, `*` for every key of a map. */
function placesAt(value: unknown, path: readonly string[]): Place[] {
  const [step, ...rest] = path;
  if (step === undefined) return [{ value, path: [] }];
  if (!isPresent(value)) return [];
  const inner = step === '[]' || step === '*' ? Object.entries(value) : [[step, getProperty(value, step)] as const];
  return inner.flatMap(([key, next]) =>
    placesAt(next, rest).map((place) => ({ value: place.value, path: [key, ...place.path] })),
  );
}

function getProperty(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

function isPresent(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
