import type { ReactNode } from 'react';
import { type CardsView, Icon } from '#engine/block-kit/index.ts';
import css from './DataView.module.css';

/** Mails as cards. The preview repeats the mail, so screen readers get name and subject only. */
export function Cards({ label, views, lang, cards }: CardsView): ReactNode {
  return (
    <div className={css.block}>
      <nav className={css.views} aria-label={label}>
        {views.map(({ label: name, href, current }) => (
          <a key={href} href={href} aria-current={current || undefined}>
            {name}
          </a>
        ))}
      </nav>
      <ul className={css.mails}>
        {cards.map(({ link, subject, headline, greeting, text, button }) => (
          <li key={link.label}>
            <a href={link.href}>
              <span className={css.paper} aria-hidden="true" lang={lang}>
                <Icon name="ring" />
                <strong>{headline}</strong>
                <span>{greeting}</span>
                <span>{text}</span>
                {button !== undefined && <em>{button}</em>}
              </span>
              <b>{link.label}</b>
              <span className={css.fine} lang={lang}>
                {subject}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
