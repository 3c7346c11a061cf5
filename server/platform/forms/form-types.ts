import type { fieldOptions } from '#schemas/generated/forms.ts';
import type { CountryCode } from '#server/platform/country/countries.ts';

/** The forms of `schemas/forms/`; a test proves that these types and the schemas name the same fields. */
export interface FormValues {
  registration: RegistrationForm;
  'registration-step-1': RegistrationStep1Form;
  'registration-step-2': RegistrationStep2Form;
  code: CodeForm;
  'change-email': ChangeEmailForm;
  lobby: LobbyForm;
  'waiting-list': WaitingListForm;
  'membership-interest': MembershipInterestForm;
  preferences: PreferencesForm;
  activation: ActivationForm;
  'resend-activation': ResendActivationForm;
  'become-member': BecomeMemberForm;
}

export type FormName = keyof FormValues;
export type Gender = (typeof fieldOptions.gender)[number];
export type Preference = (typeof fieldOptions.preferences)[number];

export interface RegistrationForm {
  readonly gender: Gender;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly country: CountryCode;
  readonly newsletter?: boolean;
  readonly terms: true;
  readonly code: string;
  readonly validityTimestamp?: string;
}

export interface RegistrationStep1Form {
  readonly email: string;
  readonly country: CountryCode;
  readonly newsletter?: boolean;
  readonly terms?: true;
  readonly code?: string;
  readonly validityTimestamp?: string;
}

export interface RegistrationStep2Form {
  readonly gender: Gender;
  readonly firstName: string;
  readonly lastName: string;
  readonly newsletter?: boolean;
  readonly terms?: true;
}

export interface CodeForm {
  readonly code: string;
}

export interface BecomeMemberForm {
  readonly email: string;
}

export interface ChangeEmailForm {
  readonly email: string;
}

export interface LobbyForm {
  readonly email: string;
  readonly code: string;
  readonly validityTimestamp?: string;
}

export interface WaitingListForm {
  readonly token: string;
  readonly country?: CountryCode;
}

export interface MembershipInterestForm {
  readonly email: string;
  readonly country?: CountryCode;
}

export interface PreferencesForm {
  readonly token: string;
  readonly preferences: readonly Preference[];
}

export interface ActivationForm {
  readonly token: string;
}

/** Nothing is asked: the visitor's session says whose mail it is. */
export type ResendActivationForm = Readonly<Record<never, never>>;
