import { useEffect, useState } from 'react';
import { toHtmlId } from '#engine/shared/to-html-id.ts';
import { listOutlineBlocks } from './blocks.ts';
import { alignPages, comparePages } from './compare-pages.ts';
import { useStudio, useStudioState } from './context.ts';
import { markElements } from './mark-elements.ts';
import { findTitle, PageCopy } from './PageCopy.tsx';
import { useSize } from './placed.ts';
import type { Comparison } from './store.ts';
import { useTranslations } from './translations.ts';

/** Another version beside the page, with synchronized scrolling and marked differences. */
export function Beside({ of }: { readonly of: Comparison }) {
  const { page, store } = useStudio();
  const t = useTranslations();
  const [sizer, size] = useSize();
  const opened = useStudioState((state) => state.opened);
  const locale = useStudioState((state) => state.locale);
  const width = useStudioState((state) => state.width);
  const [other, show] = useState<Document | null>(null);
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => {
    if (other === null) return undefined;
    let unmark = (): void => undefined;
    let seen: Window | null = null;
    const align = (): void => {
      const ids = listOutlineBlocks(store.getState().outline).map(({ block }) => toHtmlId(block.id));
      if (page.document !== null) alignPages(page.document, other, ids);
    };
    const compare = (): void => {
      unmark();
      if (page.document === null) return;
      seen?.removeEventListener('scroll', align);
      seen = page.document.defaultView;
      seen?.addEventListener('scroll', align, { passive: true });
      const { elements, missing, isSame } = comparePages(other, page.document);
      setCount(isSame ? 0 : Math.max(1, elements.length + missing));
      unmark = markElements(elements, 'dashed');
      align();
    };
    compare();
    const end = page.onChange(compare);
    return () => {
      end();
      unmark();
      seen?.removeEventListener('scroll', align);
    };
  }, [other, page, store]);
  const title = findTitle(opened, of.document);
  return (
    <section className="beside" aria-label={t('studio.beside')}>
      <p>
        {count !== null && (
          <span role="status">{count === 0 ? t('studio.same') : t('studio.differences', { count })}</span>
        )}{' '}
        {of.isPublished ? t('studio.besidePublished') : `${title} (${of.document})`}
      </p>
      <div className="sizer" ref={sizer}>
        <PageCopy
          of={of}
          locale={locale}
          title={title}
          width={width}
          shownWidth={Math.min(width, size.width)}
          shownHeight={size.height}
          onLoad={show}
        />
      </div>
    </section>
  );
}
