import type { ReactNode } from 'react';
import { type ConsentBannerProps, HiddenValue, Text, usePage } from '#engine/block-kit/index.ts';
import css from './ConsentBanner.module.css';

/**
 * Asks once; afterwards a quiet button withdraws the answer, so that the question comes back. A page that was opened with a token
 * shows itself again with it, although it has left the address bar (G1).
 */
export function ConsentBanner({ id, title, text, accept, refuse, settings }: ConsentBannerProps): ReactNode {
  const { actionBase, facets } = usePage();
  const action = `${actionBase}consent`;
  if (facets['consent'] === 'refused' || facets['consent'] === 'granted') {
    return (
      <form id={id} method="post" action={action} className={css.settings} data-consent="">
        <HiddenValue form={id} name="pageToken" value="token" />
        <button type="submit" name="choice" value="ask">
          <Text value={settings} />
        </button>
      </form>
    );
  }
  return (
    <section id={id} className={css.banner} aria-labelledby={`${id}-title`}>
      <form id={`${id}-form`} method="post" action={action} className={css.card} data-consent="">
        <HiddenValue form={`${id}-form`} name="pageToken" value="token" />
        <div>
          <Text value={title} as="p" className={css.title} id={`${id}-title`} />
          <Text value={text} as="p" className="small muted" />
        </div>
        <div className={css.choice}>
          <button type="submit" className="btn" name="choice" value="none">
            <Text value={refuse} />
          </button>
          <button type="submit" className="btn" name="choice" value="all">
            <Text value={accept} />
          </button>
        </div>
      </form>
    </section>
  );
}
