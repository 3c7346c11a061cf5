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

/** The countries of the form's schema (V2). Their names come with the form: a browser may know other ones than the server. */
export function CountryField({ name, ...props }: CountryFieldProps): ReactNode {
  const { rules } = useField(name);
  return <SelectField name={name} {...props} options={rules.optionNames ?? []} autoComplete="country" />;
}
