import { useEffect, useRef, useState } from 'react';
import { useStudio, useStudioState } from './context.ts';
import type { ShownState } from './page-states.ts';
import { placed } from './placed.ts';
import { buildFrameUrl } from './server.ts';
import type { Comparison, StudioState } from './store.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';

interface PageCopyProps {
  readonly of: Comparison;
  readonly locale: Locale;
  /** Default: those of the page. */
  readonly shown?: ShownState;
  readonly title: string;
  /** Width of the page in CSS pixels, and on screen. */
  readonly width: number;
  readonly shownWidth: number;
  readonly shownHeight: number;
  readonly onLoad: (page: Document) => void;
}

/** A read-only page as last stored; loaded when it becomes visible. */
export function PageCopy({ of, locale, shown, title, width, shownWidth, shownHeight, onLoad }: PageCopyProps) {
  const { start } = useStudio();
  const saves = useStudioState((state) => state.saves);
  const chosen = {
    conditions: useStudioState((state) => state.conditions),
    isDark: useStudioState((state) => state.isDark),
  };
  const { conditions, isDark } = shown ?? chosen;
  const scale = shownWidth / width || 1;
  const [view, isSeen] = useSeen();
  return (
    <div ref={view}>
      <div className="view" ref={placed({ width: `${shownWidth}px`, height: `${shownHeight}px` })}>
        {isSeen && (
          <iframe
            key={saves}
            title={title}
            tabIndex={-1}
            sandbox="allow-same-origin"
            src={buildFrameUrl(start, { ...of, locale, conditions })}
            ref={placed({ width: `${width}px`, height: `${shownHeight / scale}px`, transform: `scale(${scale})` })}
            onLoad={({ currentTarget: { contentDocument: page } }) => {
              if (page === null || page.URL === 'about:blank') return;
              page.documentElement.classList.toggle('ink', isDark || page.documentElement.classList.contains('ink'));
              for (const name of ['click', 'submit'] as const)
                page.addEventListener(name, (event) => event.preventDefault(), true);
              onLoad(page);
            }}
          />
        )}
      </div>
    </div>
  );
}

/** Whether an element has been visible. Native lazy loading begins three screens away, and each page costs the server a rendering. */
function useSeen(): readonly [React.RefObject<HTMLDivElement | null>, boolean] {
  const element = useRef<HTMLDivElement>(null);
  const [isSeen, see] = useState(false);
  useEffect(() => {
    if (element.current === null) return undefined;
    const observer = new IntersectionObserver((entries) => entries.some((each) => each.isIntersecting) && see(true));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, isSeen];
}

/** Display name of a version. */
export function findTitle({ versions }: StudioState['opened'], document: string): string {
  return versions.find((each) => each.document === document)?.title ?? document;
}
