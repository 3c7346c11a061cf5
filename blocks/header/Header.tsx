import type { ReactNode } from 'react';
import {
  Anchor,
  cx,
  type HeaderProps,
  Icon,
  type LanguageChoice,
  Link,
  plainText,
  Text,
  usePage,
} from '#engine/block-kit/index.ts';
import css from './Header.module.css';

/** Name, navigation, languages, login. The menus are popovers: without a script they open, close with Escape and give the focus back. */
export function Header({ id, strings, nav = [], apply, login, overlay }: HeaderProps): ReactNode {
  const { homeHref, siteName, languages } = usePage();
  const current = languages.find((language) => language.current);
  const entries = nav.map((link) => (
    <li key={link.to.href}>
      <Link link={link} />
    </li>
  ));
  return (
    <div id={id} className={cx('g', css.masthead, overlay && css.overlay)}>
      <div className={css.bar}>
        <a className="wordmark" href={homeHref} aria-label={`${siteName}, ${plainText(strings.home)}`}>
          <Icon name="ring" />
          <span>{siteName}</span>
        </a>
        {nav.length > 0 && (
          <nav className={css.nav} aria-label={plainText(strings.main)}>
            <ul>{entries}</ul>
          </nav>
        )}
        <div className={css.side}>
          {languages.length > 1 && (
            <div className={css.languages}>
              <button
                type="button"
                className={css.opener}
                popoverTarget={`${id}-languages`}
                aria-label={`${plainText(strings.language)}: ${current?.name ?? ''}`}
              >
                {current?.name}
                <Icon name="down" />
              </button>
              <div id={`${id}-languages`} popover="auto" className={css.panel}>
                <Languages languages={languages} />
              </div>
            </div>
          )}
          <Anchor to={login.to}>
            <Text value={login.label} />
          </Anchor>
          {languages.length + nav.length > 1 && (
            <div className={css.site}>
              <button
                type="button"
                className={css.opener}
                popoverTarget={`${id}-menu`}
                aria-label={plainText(strings.menu)}
              >
                <Icon name="menu" />
              </button>
              <div id={`${id}-menu`} popover="auto" className={cx(css.panel, css.wide)}>
                {(nav.length > 0 || apply) && (
                  <ul>
                    {entries}
                    {apply && (
                      <li>
                        <Link link={apply} />
                      </li>
                    )}
                  </ul>
                )}
                <Languages languages={languages} />
              </div>
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

function Languages({ languages }: { readonly languages: readonly LanguageChoice[] }): ReactNode {
  return (
    <ul>
      {languages.map(({ locale, name, href, current }) => (
        <li key={locale}>
          <a href={href} lang={locale} hrefLang={locale} aria-current={current || undefined}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
