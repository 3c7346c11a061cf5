import { type ComponentType, Fragment, type ReactNode, startTransition, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot, type Root } from 'react-dom/client';
import { PageProvider } from '#engine/block-kit/page-context.ts';
import type { PageData } from '#engine/block-kit/page-data.ts';
import { PortsProvider } from '#engine/block-kit/ports.ts';
import { getPlaceholderClass, type RenderSink, RenderSinkProvider } from '#engine/block-kit/render-sink.ts';
import { VisitorValuesProvider } from '#engine/block-kit/visitor-values.ts';
import { journeys } from '#schemas/generated/journeys/client.ts';
import { ASYNC_COMPONENT_DELAY_MS } from '../core/constants.ts';
import { type FlagsAround, loadIslandFlags } from '../flags/load-island-flags.ts';
import { isRemembered, rememberForms } from '../forms/form-memory.ts';
import { getLoaderState } from '../dom/get-loader-state.ts';
import { reportProblem } from '../dom/problems.ts';
import { getCurrentView } from '../dom/views.ts';
import { ports } from '../dom/ports.ts';
import { yieldToBrowser } from '../dom/yield-to-browser.ts';
import { recordLiveExperiments, settleExperiments } from '../stores/experiments.ts';
import { replacePage } from '../stores/page.ts';
import { carryIslandFields, keepFields, suppressInputEvents } from './keep-fields.ts';
import { useLivePage } from './live-page.ts';
import { replay } from './replay.ts';
import { readVisitorValues, visitorValues } from './visitor-values.ts';

type Block = ComponentType<Readonly<Record<string, unknown>>>;

interface Live {
  readonly root: Root;
  readonly Block: Block;
  readonly Flags: FlagsAround | null;
}

// An experiment changed the page, which is complete at this point.
document.addEventListener('contentRefreshNeeded', settleExperiments);

const roots = new Map<HTMLElement, Live>();
const starting = new WeakSet<HTMLElement>();

/** Nothing to collect in browsers; visitor values appear after hydration. */
const browserSink: RenderSink = {
  noteIcon: () => undefined,
  hole: () => '',
  tail: () => undefined,
  noteFirstImage: () => undefined,
  placeholderClass: getPlaceholderClass,
};

/**
 * Hydrates an island. Resolves once its code is loaded; rejects on failure. Loading takes a slow phone 100 ms, so the rest runs in separate
 * tasks, between which input is handled.
 */
export async function hydrateIsland(island: HTMLElement): Promise<void> {
  if (starting.has(island)) return;
  starting.add(island);
  await yieldToBrowser();
  const { questions } = island.dataset;
  // Address of `engine/client/fields.ts`, from the compiler.
  if (questions) await import(/* @vite-ignore */ questions);
  const [Block, Flags] = await Promise.all([loadBlock(island), loadIslandFlags(island)]);
  await yieldToBrowser();
  if (!island.isConnected) return;
  readVisitorValues(island);
  const restoreFields = keepFields(island);
  const hearTyping = suppressInputEvents(island);
  const onLive = (): void => {
    hearTyping();
    restoreFields();
    island.dataset['live'] = '';
    recordLiveExperiments();
    replay(island, getLoaderState().waiting);
  };
  const options = {
    identifierPrefix: `${island.dataset['id']}-`,
    onRecoverableError: (error: unknown) => reportProblem('hydration', error),
  };
  // Transitions render in slices of a few milliseconds.
  startTransition(() => {
    const markup = <Island Block={Block} Flags={Flags} props={readProps(island)} onLive={onLive} />;
    roots.set(island, { root: hydrateRoot(island, markup, options), Block, Flags });
  });
}

/** Slow loading is shown by `data-loading`. */
async function loadBlock(island: HTMLElement): Promise<Block> {
  const late = setTimeout(() => (island.dataset['loading'] = ''), ASYNC_COMPONENT_DELAY_MS);
  try {
    // Address from the compiler; the default export is the block's component.
    const module = (await import(/* @vite-ignore */ island.dataset['src'] ?? '')) as { default: Block };
    return module.default;
  } finally {
    clearTimeout(late);
    delete island.dataset['loading'];
  }
}

/**
 * After navigation: updates live islands that the new page has as well, and unmounts the others. Synchronous, because the scroll position
 * depends on their height.
 */
export function updateIslands(data: PageData | null, replaced: ReadonlyMap<HTMLElement, HTMLElement>): void {
  rememberForms();
  // Fields of a form may be replaced when it differs on the new page.
  const carried = [...roots.keys()].filter((island) => replaced.has(island)).map(carryIslandFields);
  flushSync(() => takeOver(data, replaced));
  for (const carry of carried) carry();
  // The address has changed by then.
  queueMicrotask(wakeRemembered);
}

/** Hydrates islands whose forms have stored values from an earlier visit to the page. */
function wakeRemembered(): void {
  if (!isRemembered(location.pathname)) return;
  for (const island of document.querySelectorAll<HTMLElement>('[data-island]:not([data-live])'))
    if (island.querySelector('form') !== null) getLoaderState().hydrate?.(island);
}

function takeOver(data: PageData | null, replaced: ReadonlyMap<HTMLElement, HTMLElement>): void {
  for (const journey of journeys) journey.onPageReplace?.(getCurrentView().path);
  // Before the page is replaced: unmounting a root makes React render the others, which need the old page.
  for (const [island, { root }] of roots) {
    if (island.isConnected) continue;
    root.unmount();
    roots.delete(island);
  }
  if (data !== null) replacePage(data);
  for (const [island, { root, Block, Flags }] of roots) {
    const next = replaced.get(island);
    if (next === undefined) continue;
    for (const { name, value } of next.attributes) island.setAttribute(name, value);
    readVisitorValues(next);
    root.render(<Island Block={Block} Flags={Flags} props={readProps(island)} onLive={null} />);
    if (Flags === null) void addFlags(island, root, Block);
  }
}

/** Re-renders an island that uses flags only on the new page; its fields keep their values. */
async function addFlags(island: HTMLElement, root: Root, Block: Block): Promise<void> {
  const Flags = await loadIslandFlags(island);
  if (Flags === null || roots.get(island)?.root !== root) return;
  roots.set(island, { root, Block, Flags });
  root.render(<Island Block={Block} Flags={Flags} props={readProps(island)} onLive={keepFields(island)} />);
}

interface IslandProps {
  readonly Block: Block;
  readonly Flags: FlagsAround | null;
  readonly props: Readonly<Record<string, unknown>>;
  /** Called once after hydration. */
  readonly onLive: (() => void) | null;
}

function Island({ Block, Flags, props, onLive }: IslandProps): ReactNode {
  const page = useLivePage();
  const Around = Flags ?? Fragment;
  useEffect(() => onLive?.(), [onLive]);
  return (
    <PageProvider value={page}>
      <PortsProvider value={ports}>
        <RenderSinkProvider value={browserSink}>
          <VisitorValuesProvider value={visitorValues}>
            <Around>
              <Block {...props} />
            </Around>
          </VisitorValuesProvider>
        </RenderSinkProvider>
      </PortsProvider>
    </PageProvider>
  );
}

function readProps(island: HTMLElement): Readonly<Record<string, unknown>> {
  // Written by the compiler, from props valid by the block's schema.
  return JSON.parse(island.dataset['props'] ?? '{}') as Readonly<Record<string, unknown>>;
}
