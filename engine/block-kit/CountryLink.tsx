import { createContext, type ReactNode, useContext } from 'react';
import type { BoundTarget } from './types.ts';

/** The country that the form around knows of its visitor. */
export const CountryOfForm = createContext<string | undefined>(undefined);

interface CountryLinkProps {
  readonly to: BoundTarget;
  readonly children: ReactNode;
}

/**
 * A link in running text. Inside a form it leads to the page of the country that the form knows (S11); a live form keeps it on the
 * country that is chosen, by `data-countries`.
 */
export function CountryLink({ to, children }: CountryLinkProps): ReactNode {
  const country = useContext(CountryOfForm);
  const { href, external, countries } = to;
  const own = country === undefined ? undefined : countries?.[country];
  return (
    <a
      href={own ?? href}
      rel={external ? 'noopener' : undefined}
      data-countries={countries && JSON.stringify({ ...countries, '': href })}
    >
      {children}
    </a>
  );
}
