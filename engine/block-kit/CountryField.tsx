import type { ReactNode } from 'react';
import { SelectField } from './fields.tsx';
import { useField } from './Form.tsx';
import { usePage } from './page-context.ts';
import type { LocalizedText } from './types.ts';

interface CountryFieldProps {
  readonly name: string;
  readonly label: LocalizedText;
  readonly hint?: LocalizedText | undefined;
  readonly placeholder: LocalizedText;
  readonly required?: boolean;
}

/** The countries of the form's schema by their names in the page's language, in that language's order (V2, CLDR). */
export function CountryField({ name, ...props }: CountryFieldProps): ReactNode {
  const { locale } = usePage();
  const { rules } = useField(name);
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  const options = (rules.options ?? [])
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((a, b) => compare(a.label, b.label));
  return <SelectField name={name} {...props} options={options} autoComplete="country" />;
}
