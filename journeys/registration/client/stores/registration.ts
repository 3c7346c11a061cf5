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
  /** Not asked; stays empty (S1). */
  readonly registrationPostalCode: string;
  readonly registrationNewsLetter: boolean;
  readonly registrationTermsAndConditions: boolean;
  readonly registrationCountry: string;
}

/** Lives as long as the page: nothing of it is written to the browser's storage (S3). */
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

/** Takes over what a page says of an activation: the id of the link that it would use, and why one has failed. */
export function noteActivation({ facets }: Pick<PageContext, 'facets'>, page: Pick<Document, 'querySelector'>): void {
  const link = page.querySelector<HTMLInputElement>('form[action$="/activate"] input[name=token]');
  registrationStore.setState({
    accountActivationError: facets['activation'] ?? '',
    accountActivationId: link?.value ?? '',
  });
}

/** Takes over the country that a form begins with. */
export function noteCountry(form: HTMLFormElement): void {
  const field = form.elements.namedItem('country');
  if (field instanceof HTMLSelectElement && field.value !== '') registrationStore.setState({ country: field.value });
}

/** Takes over what a form is about to send; fields that it does not ask for keep what an earlier step said. */
export function noteRegistration(form: HTMLFormElement): void {
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
