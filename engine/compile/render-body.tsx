import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Mistake } from '#engine/base/errors.ts';
import type { TailValue } from '#engine/base/hole.ts';
import { icons, type IconName } from '#engine/block-kit/icons.ts';
import { PageProvider } from '#engine/block-kit/page-context.ts';
import { placeholderClass, type RenderSink, RenderSinkProvider } from '#engine/block-kit/render-sink.ts';
import type { BoundImage, LocalizedText, PageContext } from '#engine/block-kit/types.ts';
import type { Brand } from '#engine/documents/brand/brand.ts';
import type { BoundBlock } from './bind.ts';
import type { HoleMarker } from './cut.ts';
import { emblemDrawing } from './emblem-drawing.ts';
import { islandProps, readsFlags, type RenderedIslands, renderIslands } from './islands.tsx';
import type { BlockRegistry, LayoutEntry } from './registry-types.ts';
import type { ClientScripts } from './types.ts';

export interface RenderedBody {
  /** Everything inside `body` but scripts and the tail, with hole marks. */
  readonly markup: string;
  readonly tail: readonly TailValue[];
  /** Mean colours of pictures, as `#rrggbb`, each with a class `placeholder-rrggbb` in the markup. */
  readonly colours: readonly string[];
  /** Pictures of the first screen, each once. */
  readonly firstPictures: readonly BoundImage[];
}

export interface BodyParts {
  readonly blocks: readonly BoundBlock[];
  readonly layout: LayoutEntry;
  readonly layoutStrings: Readonly<Record<string, LocalizedText>>;
  readonly page: PageContext;
  readonly registry: BlockRegistry;
  readonly marker: HoleMarker;
  readonly emblem: Brand['emblem'];
}

/** Islands of a page: their markup, and where their code is. */
interface PageIslands {
  readonly markup: RenderedIslands;
  readonly client: ClientScripts;
  readonly basePath: string;
}

/** Renders bound blocks in their layout, islands first, each as a root of its own. */
export async function renderPageBody(
  options: BodyParts & { readonly client: ClientScripts; readonly basePath: string },
): Promise<RenderedBody> {
  const notes = createNotes(options.marker);
  const markup = await renderIslands(options.blocks, (block) => (
    <PageProvider value={options.page}>
      <RenderSinkProvider value={notes.sink}>
        <BlockView block={block} registry={options.registry} />
      </RenderSinkProvider>
    </PageProvider>
  ));
  return renderWith(options, notes, { markup, client: options.client, basePath: options.basePath });
}

/** Renders bound blocks in their layout as markup alone: nothing of it is hydrated. */
export function renderBody(options: BodyParts): RenderedBody {
  return renderWith(options, createNotes(options.marker), null);
}

/** What rendering leaves beside markup. */
interface Notes {
  readonly sink: RenderSink;
  readonly usedIcons: ReadonlySet<IconName>;
  readonly tail: ReadonlyMap<string, TailValue>;
  readonly colours: ReadonlySet<string>;
  readonly firstPictures: ReadonlyMap<string, BoundImage>;
}

function createNotes(marker: HoleMarker): Notes {
  const usedIcons = new Set<IconName>();
  const tail = new Map<string, TailValue>();
  const colours = new Set<string>();
  const firstPictures = new Map<string, BoundImage>();
  const sink: RenderSink = {
    noteIcon: (name) => void usedIcons.add(name),
    hole: marker.mark,
    tail: (value) => void tail.set(value.before, value),
    noteFirstPicture: (image) => void firstPictures.set(image.src, image),
    placeholderClass(colour) {
      colours.add(colour);
      return placeholderClass(colour);
    },
  };
  return { sink, usedIcons, tail, colours, firstPictures };
}

function renderWith(
  options: BodyParts,
  { sink, usedIcons, tail, colours, firstPictures }: Notes,
  islands: PageIslands | null,
): RenderedBody {
  const areas: Record<string, ReactNode[]> = {};
  for (const block of options.blocks) {
    (areas[block.area] ??= []).push(
      <BoundBlockView key={block.id} block={block} registry={options.registry} islands={islands} />,
    );
  }
  const Layout = options.layout.component as (props: {
    areas: Record<string, ReactNode>;
    strings: typeof options.layoutStrings;
  }) => ReactNode;
  const markup = renderToStaticMarkup(
    <PageProvider value={options.page}>
      <RenderSinkProvider value={sink}>
        <Layout areas={areas} strings={options.layoutStrings} />
      </RenderSinkProvider>
    </PageProvider>,
  );
  return {
    markup: sprite(usedIcons, options.emblem) + markup,
    tail: [...tail.values()],
    colours: [...colours].toSorted(),
    firstPictures: [...firstPictures.values()],
  };
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
    throw new Mistake(`The island "${block.type}" has no module for the browser. Run npm run build.`);
  const href = (file: string): string => islands.basePath + file;
  return (
    <div
      data-island=""
      data-type={block.type}
      data-id={block.htmlId}
      data-src={href(code.file)}
      data-pre={[code.file, ...code.imports].map(href).join(' ')}
      data-flags={readsFlags(block) ? '' : undefined}
      data-props={islandProps(block)}
      dangerouslySetInnerHTML={{ __html: markup }}
    />
  );
}

function BlockView({ block, registry, islands = null }: BlockViewProps): ReactNode {
  const entry = registry[block.type];
  if (entry === undefined) throw new Mistake(`The block type "${block.type}" is not in the registry. Run npm run gen.`);
  // The generated validators checked these props against the schema that the component's props type is made from.
  const Block = entry.component as (props: Readonly<Record<string, unknown>>) => ReactNode;
  return (
    <Block {...block.props} id={block.htmlId} strings={block.strings}>
      {block.blocks.length > 0
        ? block.blocks.map((inner) => (
            <BoundBlockView key={inner.id} block={inner} registry={registry} islands={islands} />
          ))
        : undefined}
    </Block>
  );
}

/** The drawing `ring` is the emblem of the brand. */
function sprite(names: ReadonlySet<IconName>, emblem: Brand['emblem']): string {
  if (names.size === 0) return '';
  const symbols = [...names]
    .toSorted()
    .map((name) => ({ name, ...(name === 'ring' ? emblemDrawing(emblem) : icons[name]) }))
    .map(({ name, viewBox, shapes }) => `<symbol id="i-${name}" viewBox="${viewBox}">${shapes}</symbol>`);
  return `<svg class="sprite" aria-hidden="true" focusable="false">${symbols.join('')}</svg>`;
}
