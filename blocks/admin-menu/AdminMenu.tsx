import type { ReactNode } from 'react';
import { Icon, type MenuView, plainText, type AdminMenuProps, Text, usePage } from '#engine/block-kit/index.ts';
import css from './AdminMenu.module.css';

/** A sidebar on wide pages, a collapsible menu on narrow ones. */
export function AdminMenu({ id, label, data }: AdminMenuProps & { readonly data?: MenuView | null }): ReactNode {
  const { homeHref, siteName } = usePage();
  return (
    <div id={id} className={css.menu}>
      <a className="wordmark" href={homeHref}>
        <Icon name="ring" />
        <span>{siteName}</span>
      </a>
      {data && (
        <>
          <details className={css.fold}>
            <summary aria-label={plainText(label)}>
              <Icon name="menu" />
            </summary>
            <Ways data={data} label={plainText(label)} />
          </details>
          <div className={css.rail}>
            <Ways data={data} label={plainText(label)} />
          </div>
        </>
      )}
      {!data && <Text value={label} as="span" className="vh" />}
    </div>
  );
}

function Ways({ data, label }: { readonly data: MenuView; readonly label: string }): ReactNode {
  const { languages } = usePage();
  const { name, group, groups, signOut } = data;
  return (
    <>
      <nav aria-label={label} className={css.ways}>
        {groups.map(({ title, links }, index) => (
          <div key={index}>
            {title !== null && <p className={css.group}>{title}</p>}
            <ul>
              {links.map((link) => (
                <li key={link.href}>
                  <a href={link.href} aria-current={link.current ? 'page' : undefined}>
                    <span>{link.label}</span>
                    {link.count !== undefined && <span className={css.count}>{link.count}</span>}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className={css.me}>
        <b>{name}</b>
        <span>{group}</span>
        <ul className={css.languages}>
          {languages.map(({ locale, name: language, href, current }) => (
            <li key={locale}>
              <a href={href} lang={locale} hrefLang={locale} aria-current={current || undefined}>
                <span aria-hidden="true">{locale.toUpperCase()}</span>
                <span className="vh">{language}</span>
              </a>
            </li>
          ))}
        </ul>
        <form method="post" action={signOut.action}>
          {Object.entries(signOut.hidden).map(([field, value]) => (
            <input key={field} type="hidden" name={field} value={value} />
          ))}
          <button type="submit">{signOut.submit}</button>
        </form>
      </div>
    </>
  );
}
