import type { ReactNode } from 'react';
import { usePage } from './page-context.ts';

/** Links to the page in other languages: two letters visually, with the language's own name for screen readers. */
export function LanguageCodes({
  className,
  label,
}: {
  readonly className: string | undefined;
  readonly label?: string;
}): ReactNode {
  return (
    <ul className={className} aria-label={label}>
      {usePage().languages.map(({ locale, name, href, current }) => (
        <li key={locale}>
          <a href={href} lang={locale} hrefLang={locale} aria-current={current || undefined}>
            {locale.toUpperCase()}
            <span className="vh">, {name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
