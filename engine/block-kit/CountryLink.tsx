import { createContext, type ReactNode, useContext } from 'react';
import type { BoundTarget } from './types.ts';

/** Country of the form's visitor; `null` outside of forms. */
export const FormCountry = createContext<{ readonly country: string | undefined } | null>(null);

interface CountryLinkProps {
  readonly to: BoundTarget;
  readonly children: ReactNode;
}

/**
 * A link in running text. Inside a form it leads to the page for the form's country (S11), and the form submits the version of the terms or privacy policy
 * of that page; a live form updates both when another country is chosen, by `data-countries`.
 */
export function CountryLink({ to, children }: CountryLinkProps): ReactNode {
  const form = useContext(FormCountry);
  const { href, external, countries, accepts } = to;
  const country = form?.country ?? '';
  return (
    <>
      {/* Placed before the link, where there is a space already: screen readers would read a space before the full stop otherwise. */}
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
