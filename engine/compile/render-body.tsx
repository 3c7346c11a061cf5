import { hash } from 'node:crypto';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { UserError } from '#engine/shared/errors.ts';
import type { TailValue } from '#engine/shared/hole.ts';
import { icons, type IconName } from '#engine/block-kit/icons.ts';
import { documentFields } from '#engine/block-kit/DocumentFields.tsx';
import { provideQuestionFields } from '#engine/block-kit/question-fields.ts';
import { PageProvider } from '#engine/block-kit/page-context.ts';
import { getPlaceholderClass, type RenderSink, RenderSinkProvider } from '#engine/block-kit/render-sink.ts';
import type { BoundImage, LocalizedText, PageContext } from '#engine/block-kit/types.ts';
import type { Brand } from '#engine/documents/brand/brand.ts';
import type { BoundBlock } from './bind.ts';
import type { HoleMarker, TemplatePart } from './split-template.ts';
import { buildEmblemDrawing } from './build-emblem-drawing.ts';
import { serializeIslandProps, readsFlags, type RenderedIslands, renderIslands } from './islands.tsx';
import type { BlockRegistry, LayoutEntry } from './registry-types.ts';
import type { ClientScripts } from './types.ts';

/** A part of a page as markup, with the data that its rendering collects. */
interface RenderedMarkup {
  /** With marks. */
  readonly markup: string;
  readonly usedIcons: ReadonlySet<IconName>;
  readonly tail: ReadonlyMap<string, TailValue>;
  /** Mean colours of images, as `#rrggbb`, each with a class `placeholder-rrggbb` in the markup. */
  readonly colours: ReadonlySet<string>;
  /** Sheets beside those of its blocks. */
  readonly sheets: ReadonlySet<'sections'>;
  /** Images of the first screen by their URL. */
  readonly firstImages: ReadonlyMap<string, BoundImage>;
}

/** The same, split at its marks. */
provideQuestionFields(documentFields);

export interface RenderedPart extends Omit<RenderedMarkup, 'markup'> {
  readonly pieces: readonly TemplatePart[];
  /** SHA-256 (hex) of the pieces. */
  readonly digest: string;
}

/** The frame around the blocks of a page. */
export interface Frame {
  readonly layout: LayoutEntry;
  readonly strings: Readonly<Record<string, LocalizedText>>;
  /** Areas with blocks. */
  readonly areas: readonly string[];
}

/** Dependencies of rendering, the same for all pages of a compiler. */
export interface RenderOptions {
  readonly registry: BlockRegistry;
  readonly marker: HoleMarker;
}

/** Paths of the code of islands. */
export interface IslandCode {
  readonly client: ClientScripts;
  readonly basePath: string;
}

/** Renders a block with its children, islands first, each as a root of its own. */
export async function renderBlock(
  block: BoundBlock,
  page: PageContext,
  { registry, marker, ...code }: RenderOptions & IslandCode,
): Promise<RenderedPart> {
  const notes = createRenderNotes(marker);
  const markup = await renderIslands([block], (island) => (
    <PageProvider value={page}>
      <RenderSinkProvider value={notes.sink}>
        <BlockView block={island} registry={registry} />
      </RenderSinkProvider>
    </PageProvider>
  ));
  const view = <BoundBlockView block={block} registry={registry} islands={{ markup, ...code }} />;
  return cutPart(render(view, page, notes), marker, `The block "${block.id}" (${block.type})`);
}

/** Renders a layout with the mark of a value of the page in each of its areas, see `buildAreaName`. */
export function renderFrame({ layout, strings, areas }: Frame, page: PageContext, marker: HoleMarker): RenderedPart {
  const marks = areas.map((area) => [area, marker.markOwn(buildAreaName(area))]);
  const view = layoutView(layout, Object.fromEntries(marks) as Record<string, string>, strings);
  return cutPart(render(view, page, createRenderNotes(marker)), marker, 'The layout');
}

/** The page's value for the blocks of an area. */
export const buildAreaName = (area: string): string => `area-${area}`;

export interface RenderedBody {
  /** With marks. */
  readonly markup: string;
  readonly tail: readonly TailValue[];
}

/** Renders bound blocks in their layout as static markup. */
export function renderBody(
  options: RenderOptions & {
    readonly blocks: readonly BoundBlock[];
    readonly layout: LayoutEntry;
    readonly layoutStrings: Readonly<Record<string, LocalizedText>>;
    readonly page: PageContext;
    readonly emblem: Brand['emblem'];
  },
): RenderedBody {
  const areas: Record<string, ReactNode[]> = {};
  for (const block of options.blocks) {
    (areas[block.area] ??= []).push(<BoundBlockView key={block.id} block={block} registry={options.registry} />);
  }
  const view = layoutView(options.layout, areas, options.layoutStrings);
  const { markup, usedIcons, tail } = render(view, options.page, createRenderNotes(options.marker));
  return { markup: renderSprite(usedIcons, options.emblem) + markup, tail: [...tail.values()] };
}

function layoutView(
  { component }: LayoutEntry,
  areas: Readonly<Record<string, ReactNode>>,
  strings: Frame['strings'],
): ReactNode {
  const Layout = component as (props: Pick<Frame, 'strings'> & { areas: typeof areas }) => ReactNode;
  return <Layout areas={areas} strings={strings} />;
}

interface Notes extends Omit<RenderedMarkup, 'markup'> {
  readonly sink: RenderSink;
}

function createRenderNotes(marker: HoleMarker): Notes {
  const usedIcons = new Set<IconName>();
  const tail = new Map<string, TailValue>();
  const colours = new Set<string>();
  const sheets = new Set<'sections'>();
  const firstImages = new Map<string, BoundImage>();
  const sink: RenderSink = {
    noteIcon: (name) => void usedIcons.add(name),
    hole: marker.mark,
    tail: (value) => void tail.set(value.before, value),
    noteFirstImage: (image) => void firstImages.set(image.src, image),
    noteSection: () => void sheets.add('sections'),
    placeholderClass(colour) {
      colours.add(colour);
      return getPlaceholderClass(colour);
    },
  };
  return { sink, usedIcons, tail, colours, sheets, firstImages };
}

function render(view: ReactNode, page: PageContext, { sink, ...notes }: Notes): RenderedMarkup {
  const markup = renderToStaticMarkup(
    <PageProvider value={page}>
      <RenderSinkProvider value={sink}>{view}</RenderSinkProvider>
    </PageProvider>,
  );
  return { markup, ...notes };
}

/** @param what Names the part in an error. */
function cutPart({ markup, ...notes }: RenderedMarkup, marker: HoleMarker, what: string): RenderedPart {
  refuseStyleAttributes(markup, what);
  const pieces = marker.cut(markup);
  return { ...notes, pieces, digest: hash('sha256', JSON.stringify(pieces), 'hex') };
}

/** The policy forbids inline styles, so a `style` attribute would be silently dropped by the browser. React escapes `<` and `>` in attributes. */
function refuseStyleAttributes(markup: string, what: string): void {
  // Few pages contain the word, and searching for it takes a fifth of the time.
  const found = /\sstyle=/i.test(markup) ? /<[a-z][^<>]*\sstyle=/i.exec(markup) : null;
  if (found)
    throw new UserError(
      `${what} renders a style attribute (${found[0].slice(0, 80)} …), which the security policy forbids. Use a class and a custom property in its CSS module.`,
    );
}

/** Islands of a page: their markup, and the paths of their code. */
interface PageIslands extends IslandCode {
  readonly markup: RenderedIslands;
}

interface BlockViewProps {
  readonly block: BoundBlock;
  readonly registry: BlockRegistry;
  readonly islands?: PageIslands | null;
}

function BoundBlockView(props: BlockViewProps): ReactNode {
  const { block, islands = null } = props;
  const markup = islands?.markup.get(block.id);
  if (islands === null || markup === undefined) return <BlockView {...props} />;
  const code = islands.client.modules[`island-${block.type}`];
  if (code === undefined)
    throw new UserError(`The island "${block.type}" has no module for the browser. Run npm run build.`);
  const href = (file: string): string => islands.basePath + file;
  const fields = block.questions === null ? undefined : islands.client.modules['fields'];
  return (
    <div
      data-island=""
      // A live island is reused on the next page only if both or neither have questions.
      data-type={fields === undefined ? block.type : `${block.type} questions`}
      data-id={block.htmlId}
      data-src={href(code.file)}
      data-pre={[code.file, ...code.imports].map(href).join(' ')}
      data-flags={readsFlags(block) ? '' : undefined}
      data-questions={fields && href(fields.file)}
      data-props={serializeIslandProps(block)}
      dangerouslySetInnerHTML={{ __html: markup }}
    />
  );
}

function BlockView({ block, registry, islands = null }: BlockViewProps): ReactNode {
  const entry = registry[block.type];
  if (entry === undefined)
    throw new UserError(`The block type "${block.type}" is not in the registry. Run npm run gen.`);
  // The generated validators checked these props against the schema from which the component's props type is generated.
  const Block = entry.component as (props: Readonly<Record<string, unknown>>) => ReactNode;
  const renderBlocks = (blocks: readonly BoundBlock[]): ReactNode =>
    blocks.map((inner) => <BoundBlockView key={inner.id} block={inner} registry={registry} islands={islands} />);
  const slots = Map.groupBy(block.blocks, ({ slot }) => slot);
  const children = slots.get(undefined);
  const named = [...slots].flatMap(([slot, inner]) =>
    slot === undefined ? [] : [[slot, renderBlocks(inner)] as const],
  );
  return (
    <Block {...block.props} id={block.htmlId} strings={block.strings} slots={Object.fromEntries(named)}>
      {children && renderBlocks(children)}
    </Block>
  );
}

/** The icons that a page uses. `ring` is the emblem of the brand. */
export function renderSprite(names: ReadonlySet<IconName>, emblem: Brand['emblem']): string {
  if (names.size === 0) return '';
  const symbols = [...names]
    .toSorted()
    .map((name) => ({ name, ...(name === 'ring' ? buildEmblemDrawing(emblem) : icons[name]) }))
    .map(({ name, viewBox, shapes }) => `<symbol id="i-${name}" viewBox="${viewBox}">${shapes}</symbol>`);
  return `<svg class="sprite" aria-hidden="true" focusable="false">${symbols.join('')}</svg>`;
}
