import type { ReactNode } from 'react';
import { cx, Icon, Link, plainText, Text, type TopBannerProps } from '#engine/block-kit/index.ts';
import css from './TopBanner.module.css';

/** A line of news above the page. */
export function TopBanner({ id, strings, text, detail, icon, link, tone }: TopBannerProps): ReactNode {
  return (
    <aside id={id} className={cx(css.banner, tone === 'gold' ? css.gold : 'ink')} aria-label={plainText(strings.label)}>
      <p>
        {icon && <Icon name={icon} />}
        <span>
          <Text value={text} />
          {detail && <Text value={detail} as="span" className={css.detail} />}
        </span>
        {link && <Link link={link} />}
      </p>
    </aside>
  );
}
