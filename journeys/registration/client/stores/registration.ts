import { createStore } from 'zustand/vanilla';
import type { PageContext } from '#engine/block-kit/types.ts';

/** Registration state: exactly the fields of the source's section 3 (V4). */
export interface RegistrationState {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly registrationEmail: string;
  readonly registrationCode: string;
  readonly inviter: string;
  readonly accountActivationError: string;
  readonly accountActivationId: string;
  readonly registrationGender: string;
  readonly registrationFirstName: string;
  readonly registrationLastName: string;
  /** Has no field; stays empty (S1). */
  readonly registrationPostalCode: string;
  readonly registrationNewsLetter: boolean;
  readonly registrationTermsAndConditions: boolean;
  readonly registrationCountry: string;
}

/** Lives as long as the page; not written to browser storage (S3). */
export const registrationStore = createStore<RegistrationState>(() => ({
  country: 'DE',
  registrationEmail: '',
  registrationCode: '',
  inviter: '',
  accountActivationError: '',
  accountActivationId: '',
  registrationGender: '',
  registrationFirstName: '',
  registrationLastName: '',
  registrationPostalCode: '',
  registrationNewsLetter: false,
  registrationTermsAndConditions: false,
  registrationCountry: '',
}));

const text = {
  email: 'registrationEmail',
  code: 'registrationCode',
  gender: 'registrationGender',
  firstName: 'registrationFirstName',
  lastName: 'registrationLastName',
  country: 'registrationCountry',
} as const;
const flags = { newsletter: 'registrationNewsLetter', terms: 'registrationTermsAndConditions' } as const;

/** Stores the activation state of a page: the id of its link, and why an activation failed. */
export function recordActivation({ facets }: Pick<PageContext, 'facets'>, page: Pick<Document, 'querySelector'>): void {
  const link = page.querySelector<HTMLInputElement>('form[action$="/activate"] input[name=token]');
  registrationStore.setState({
    accountActivationError: facets['activation'] ?? '',
    accountActivationId: link?.value ?? '',
  });
}

/** Stores the initial country of a form. */
export function recordCountry(form: HTMLFormElement): void {
  const field = form.elements.namedItem('country');
  if (field instanceof HTMLSelectElement && field.value !== '') registrationStore.setState({ country: field.value });
}

/** Stores the values of a form before it is sent; fields that it lacks keep the values of an earlier step. */
export function recordRegistration(form: HTMLFormElement): void {
  const data = new FormData(form);
  const change: Record<string, string | boolean> = {};
  for (const [field, key] of Object.entries(text)) {
    const value = data.get(field);
    if (typeof value === 'string') change[key] = value;
  }
  for (const [field, key] of Object.entries(flags)) {
    if (form.elements.namedItem(field) !== null) change[key] = data.has(field);
  }
  if (typeof change['registrationCountry'] === 'string') change['country'] = change['registrationCountry'];
  registrationStore.setState(change);
}
