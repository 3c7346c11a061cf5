import type { ReactNode } from 'react';
import {
  CheckField,
  ChoiceField,
  CountryField,
  EmailField,
  OtherWay,
  type RegistrationFormProps,
  TextField,
} from '#engine/block-kit/index.ts';

interface RegistrationFieldProps {
  readonly field: RegistrationFormProps['groups'][number]['fields'][number];
  readonly genders: RegistrationFormProps['genders'];
  readonly strings: RegistrationFormProps['strings'];
}

/** A field by name, with its autofill token (HTML, 4.10.18.7). */
export function RegistrationField({ field: asked, genders, strings }: RegistrationFieldProps): ReactNode {
  const { other, otherText, ...field } = asked;
  switch (field.name) {
    case 'gender':
      return <ChoiceField {...field} options={genders.map((value) => ({ value, label: strings[value] }))} />;
    case 'firstName':
      return <TextField {...field} className="half" autoComplete="given-name" />;
    case 'lastName':
      return <TextField {...field} className="half" autoComplete="family-name" />;
    case 'email':
      return <EmailField {...field} />;
    case 'country':
      return <CountryField {...field} placeholder={strings.country} />;
    case 'newsletter':
    case 'terms':
      return <CheckField {...field} />;
    case 'code':
      return (
        <div>
          <TextField {...field} autoComplete="one-time-code" autoCapitalize="characters" spellCheck={false} />
          {other && <OtherWay text={otherText} link={other} />}
        </div>
      );
  }
}
