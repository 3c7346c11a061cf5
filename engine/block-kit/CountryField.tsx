import type { ReactNode } from 'react';
import { SelectField } from './fields.tsx';
import { useField } from './Form.tsx';
import type { LocalizedText } from './types.ts';

interface CountryFieldProps {
  readonly name: string;
  readonly label: LocalizedText;
  readonly hint?: LocalizedText | undefined;
  readonly placeholder: LocalizedText;
  readonly required?: boolean;
}

/** A select of the countries in the form's schema (V2). Country names are part of the compiled form, because browsers may have other ones than the server. */
export function CountryField({ name, ...props }: CountryFieldProps): ReactNode {
  const { rules } = useField(name);
  return <SelectField name={name} {...props} options={rules.optionNames ?? []} autoComplete="country" />;
}
