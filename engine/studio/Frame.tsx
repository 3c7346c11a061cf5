import { useEffect, useState } from 'react';
import { toHtmlId } from '#engine/shared/to-html-id.ts';
import { Beside } from './Beside.tsx';
import { findOutlineBlock } from './blocks.ts';
import { type Studio, useStudio, useStudioState } from './context.ts';
import type { OutlineBlock } from './protocol.ts';
import { editClickedText, editFirstText, findBlockAt } from './edit-in-place.ts';
import { focusProperty } from './focus-property.ts';
import { InPlaceText } from './InPlaceText.tsx';
import { placed, useSize } from './placed.ts';
import { buildFrameUrl } from './server.ts';
import { focusOutline, focusProperties, onShortcut } from './shortcuts.ts';
import { usePageChanges } from './use-page-changes.ts';
import { useBlockNames, useTranslations } from './translations.ts';

/** The compiled page at the width of a screen. A click selects a block. */
export function Frame() {
  const studio = useStudio();
  const { start, page, session } = studio;
  const t = useTranslations();
  const locale = useStudioState((state) => state.locale);
  const width = useStudioState((state) => state.width);
  const conditions = useStudioState((state) => state.conditions);
  const isDark = useStudioState((state) => state.isDark);
  const isRefused = useStudioState((state) => state.isRefused);
  const beside = useStudioState((state) => state.beside);
  const hasOutline = useStudioState((state) => state.outline.length > 0);
  const [sizer, size] = useSize();
  const address = buildFrameUrl(start, { document: start.document, locale, conditions });
  const { attempt, state, onLoaded } = useAttempts(address);
  useEffect(() => {
    if (!isDark) return undefined;
    const darken = (): void => page.document?.documentElement.classList.add('ink');
    darken();
    const end = page.onChange(darken);
    return () => {
      end();
      page.document?.documentElement.classList.remove('ink');
    };
  }, [page, isDark]);
  const scale = Math.min(1, size.width / width) || 1;
  return (
    <main className="stage">
      {isRefused && (
        <p className="refused" role="status">
          {t('studio.refused')}
        </p>
      )}
      {state !== 'loaded' && (
        <p role="status" className={state === 'failed' ? 'refused' : 'hint'}>
          {t(state === 'failed' ? 'studio.frameFailed' : 'studio.loading')}
        </p>
      )}
      <div className="pages">
        <div className="sizer" ref={sizer}>
          <div
            className="view"
            // Until then a click would follow a link, or select nothing.
            inert={state !== 'loaded' || !hasOutline}
            ref={placed({ width: `${width * scale}px`, height: `${size.height}px` })}
          >
            <iframe
              key={attempt}
              title={t('studio.page')}
              // Keyboard users select blocks in the outline.
              tabIndex={-1}
              src={address}
              ref={placed({ width: `${width}px`, height: `${size.height / scale}px`, transform: `scale(${scale})` })}
              onLoad={({ currentTarget: { contentDocument } }) => {
                page.loaded(contentDocument);
                // The browser shows an error in place of a page that it refuses or does not get.
                onLoaded(contentDocument !== null);
                if (contentDocument === null) return;
                listenTo(contentDocument, studio);
                session.preview();
              }}
            />
            <Marks scale={scale} />
            <InPlaceText scale={scale} />
          </div>
        </div>
        {beside !== null && <Beside key={`${beside.document} ${beside.isPublished}`} of={beside} />}
      </div>
    </main>
  );
}

/** Milliseconds. */
const RETRY_AFTER = 3_000;

/** Loads a page again until it is there; the first one after a while takes the server some seconds. */
function useAttempts(address: string) {
  const [attempt, setAttempt] = useState(0);
  const [outcome, setOutcome] = useState({ address: '', attempt: 0, isLoaded: false });
  const isDone = outcome.address === address && outcome.attempt === attempt;
  const state = !isDone ? 'loading' : outcome.isLoaded ? 'loaded' : 'failed';
  useEffect(() => {
    if (state !== 'failed') return undefined;
    const timer = setTimeout(() => setAttempt(attempt + 1), RETRY_AFTER);
    return () => clearTimeout(timer);
  }, [state, attempt]);
  return { attempt, state, onLoaded: (isLoaded: boolean) => setOutcome({ address, attempt, isLoaded }) } as const;
}

/** Disables all interaction in the page, except selecting a block and editing a text of the selected one. */
function listenTo(shown: Document, studio: Studio): void {
  const { store } = studio;
  // Checked edge: event targets in a page are elements.
  const toElement = ({ target }: Event): Element | null => (target as Element | null)?.closest?.('*') ?? null;
  shown.addEventListener(
    'click',
    (event) => {
      event.preventDefault();
      event.stopPropagation();
      const clicked = toElement(event);
      const block = findBlockAt(store.getState(), clicked);
      if (block === null || clicked === null) return;
      if (block.id === store.getState().selected) {
        if (!editClickedText(studio, block, clicked))
          focusProperty(shown.elementsFromPoint(event.clientX, event.clientY));
      } else store.setState({ selected: block.id });
    },
    true,
  );
  shown.addEventListener('submit', (event) => event.preventDefault(), true);
  shown.addEventListener('mousemove', (event) => {
    const id = findBlockAt(store.getState(), toElement(event))?.id ?? null;
    if (store.getState().hovered !== id) store.setState({ hovered: id });
  });
  shown.documentElement.addEventListener('mouseleave', () => store.setState({ hovered: null }));
  shown.addEventListener('keydown', (event) => {
    const { outline, selected } = store.getState();
    const block = findOutlineBlock(outline, selected);
    if (event.key === 'Enter' && block !== undefined) {
      if (!editFirstText(studio, block)) focusProperties();
    } else if (event.key === 'Escape') focusOutline();
    else return onShortcut(event, studio);
    event.preventDefault();
  });
}

/** Outlines around the selected block and the one under the pointer. */
function Marks({ scale }: { readonly scale: number }) {
  const { page, store } = useStudio();
  const selected = useStudioState((state) => state.selected);
  const hovered = useStudioState((state) => state.hovered);
  usePageChanges();
  useEffect(() => {
    let isReached = false;
    const reach = (): void => {
      if (isReached) return;
      isReached = lead(page.document, findOutlineBlock(store.getState().outline, selected));
    };
    reach();
    // An inserted block appears on the page after the next preview.
    return page.onChange(reach);
  }, [selected, page, store]);
  return (
    <>
      {hovered !== null && hovered !== selected && <Mark id={hovered} kind="hovered" scale={scale} />}
      {selected !== null && <Mark id={selected} kind="selected" scale={scale} />}
    </>
  );
}

/** Scrolls to a block that is not visible; `false` if the page does not contain it. */
function lead(shown: Document | null, block: OutlineBlock | undefined): boolean {
  const element = findElement(shown, block);
  if (element === null) return false;
  const { top, bottom } = element.getBoundingClientRect();
  const height = shown?.defaultView?.innerHeight ?? 0;
  if (top < 0 || top > height * 0.7 || bottom < 0) element.scrollIntoView({ block: 'start' });
  return true;
}

function Mark({
  id,
  kind,
  scale,
}: {
  readonly id: string;
  readonly kind: 'hovered' | 'selected';
  readonly scale: number;
}) {
  const { page } = useStudio();
  const getBlockName = useBlockNames();
  const block = useStudioState(({ outline }) => findOutlineBlock(outline, id));
  const box = findElement(page.document, block)?.getBoundingClientRect();
  if (box === undefined || block === undefined) return null;
  const style = {
    transform: `translate(${box.left * scale}px, ${box.top * scale}px)`,
    width: `${box.width * scale}px`,
    height: `${box.height * scale}px`,
  };
  return (
    <div className={`mark mark-${kind}`} ref={placed(style)} aria-hidden="true">
      <span>{getBlockName(block)}</span>
    </div>
  );
}

/** Element of a block; for the use of a fragment, that of its first block. */
function findElement(shown: Document | null, block: OutlineBlock | undefined): HTMLElement | null {
  if (shown === null || block === undefined) return null;
  const own = shown.getElementById(toHtmlId(block.id));
  if (own !== null) return own;
  for (const inner of block.blocks) {
    const found = findElement(shown, inner);
    if (found !== null) return found;
  }
  return null;
}
