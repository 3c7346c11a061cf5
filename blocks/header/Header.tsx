import { Children, type ReactNode } from 'react';
import {
  Anchor,
  cx,
  type HeaderProps,
  Icon,
  LanguageCodes,
  type LanguageOption,
  Link,
  plainText,
  Text,
  usePage,
} from '#engine/block-kit/index.ts';
import css from './Header.module.css';

/** Name, navigation, languages, login. Menus are popovers: opening, closing by Escape and returning the focus work natively. */
export function Header({
  id,
  strings,
  nav = [],
  action,
  actionInBar,
  code,
  apply,
  login,
  overlay,
}: HeaderProps): ReactNode {
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
          {action && actionInBar && <Link link={action} className={cx('btn', css.action)} />}
          {login && (
            <Anchor to={login.to}>
              <Text value={login.label} />
            </Anchor>
          )}
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
              <Sheet id={`${id}-menu`} strings={strings} action={action} login={login}>
                {entries}
                {[code, apply].map(
                  (way) =>
                    way && (
                      <li key={way.to.href}>
                        <Link link={way} />
                      </li>
                    ),
                )}
              </Sheet>
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

interface SheetProps extends Pick<HeaderProps, 'action' | 'login' | 'strings'> {
  readonly id: string;
  /** Entries of the navigation. */
  readonly children: ReactNode;
}

/** The menu of small screens: a full-screen sheet. While open, the rest of the page is hidden and not focusable. */
function Sheet({ id, strings, action, login, children }: SheetProps): ReactNode {
  const { homeHref, siteName, languages } = usePage();
  return (
    <div id={id} popover="auto" className={cx('ink', css.sheet)}>
      <svg className={css.ring} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
        <circle cx="24" cy="24" r="21" />
        <circle cx="24" cy="16.5" r="13.5" />
      </svg>
      <div className={css.top}>
        <a className="wordmark" href={homeHref} aria-label={`${siteName}, ${plainText(strings.home)}`}>
          <Icon name="ring" />
          <span>{siteName}</span>
        </a>
        <button
          type="button"
          className={css.opener}
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label={plainText(strings.close)}
        >
          <Icon name="close" />
        </button>
      </div>
      {Children.toArray(children).length > 0 && (
        <nav className={css.entries} aria-label={plainText(strings.menu)}>
          <ul>{children}</ul>
        </nav>
      )}
      <div className={css.end}>
        {languages.length > 1 && <LanguageCodes className={css.short} label={plainText(strings.language)} />}
        {action && <Link link={action} className="btn btn-primary" icon={<Icon name="arrow" />} />}
        {login && <Link link={login} />}
      </div>
    </div>
  );
}

function Languages({ languages }: { readonly languages: readonly LanguageOption[] }): ReactNode {
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
