import { createContext, type ReactNode, useContext } from 'react';
import type { BoundTarget } from './types.ts';

/** What the form around knows of its visitor; `null` outside of forms. */
export const FormCountry = createContext<{ readonly country: string | undefined } | null>(null);

interface CountryLinkProps {
  readonly to: BoundTarget;
  readonly children: ReactNode;
}

/**
 * A link in running text. Inside a form it leads to the page of the country that the form knows (S11), and the form says which version of
 * terms or privacy policy that is; a live form keeps both on the country that is chosen, by `data-countries`.
 */
export function CountryLink({ to, children }: CountryLinkProps): ReactNode {
  const form = useContext(FormCountry);
  const { href, external, countries, accepts } = to;
  const country = form?.country ?? '';
  return (
    <>
      {/* Before the link, where there is a blank already: what reads the label aloud would hear one before the full stop. */}
      {form && accepts && (
        <input
          type="hidden"
          name="accepted"
          value={accepts[country] ?? accepts['']}
          data-countries={countries && JSON.stringify(accepts)}
        />
      )}
      <a
        href={countries?.[country] ?? href}
        rel={external ? 'noopener' : undefined}
        data-countries={countries && JSON.stringify({ ...countries, '': href })}
      >
        {children}
      </a>
    </>
  );
}
