import { afterEach, expect, test, vi } from 'vitest';
import { registration } from './index.ts';
import { landingOptionsStore } from './stores/landing-options.ts';
import { registrationStore } from './stores/registration.ts';

vi.mock('./form-key.ts', () => ({ keepFormKey: () => undefined }));

afterEach(() => {
  vi.unstubAllGlobals();
  landingOptionsStore.setState(landingOptionsStore.getInitialState());
  registrationStore.setState(registrationStore.getInitialState());
});

test('the name that the server wrote is the inviter’s; a page without one keeps who invited before', () => {
  registration.onVisitorValues?.({ name: 'Anna' });
  registration.onVisitorValues?.({});
  expect(registrationStore.getState().inviter).toBe('Anna');
});

test('the country that a live form begins with is the registration’s, unless the form asks for none', () => {
  class Select {
    readonly value: string;
    readonly addEventListener = (): void => undefined;
    constructor(value: string) {
      this.value = value;
    }
  }
  vi.stubGlobal('HTMLSelectElement', Select);
  const begin = (field: Select | null): void =>
    registration.onFormLive?.({ elements: { namedItem: () => field } } as unknown as HTMLFormElement, () => undefined);
  begin(new Select('SE'));
  begin(new Select(''));
  begin(null);
  expect(registrationStore.getState().country).toBe('SE');
});

/** A form as far as it is read: its fields, and what of them would be sent. */
function send(fields: Readonly<Record<string, string | null>>): void {
  const sent = Object.entries(fields).filter((field): field is [string, string] => field[1] !== null);
  vi.stubGlobal('FormData', function FormData() {
    return new Map(sent);
  });
  const elements = { namedItem: (name: string) => (name in fields ? {} : null) };
  registration.onFormSubmit?.({ elements } as unknown as HTMLFormElement);
}

test('what a form sends is the state of the registration; a later step keeps what an earlier one said', () => {
  send({ email: 'anne@example.com', country: 'CH', code: 'ANNA-50', newsletter: 'on' });
  expect(registrationStore.getState()).toMatchObject({
    registrationEmail: 'anne@example.com',
    registrationCountry: 'CH',
    country: 'CH',
    registrationCode: 'ANNA-50',
    registrationNewsLetter: true,
    registrationTermsAndConditions: false,
    registrationPostalCode: '',
  });
  // A box that is asked for and left open is not sent.
  send({ gender: 'woman', firstName: 'Anne', lastName: 'Blanc', terms: 'on', newsletter: null });
  expect(registrationStore.getState()).toMatchObject({
    registrationEmail: 'anne@example.com',
    registrationCountry: 'CH',
    registrationGender: 'woman',
    registrationFirstName: 'Anne',
    registrationLastName: 'Blanc',
    registrationTermsAndConditions: true,
    registrationNewsLetter: false,
  });
});

test('the landing options know the page that led here inside the app, and whether a form waits for its answer', () => {
  registration.onPageReplace?.('/de/about-us');
  registration.onFormPending?.(true);
  expect(landingOptionsStore.getState()).toMatchObject({ sourcePath: '/de/about-us', isLandingPageLoading: true });
  registration.onFormPending?.(false);
  expect(landingOptionsStore.getState().isLandingPageLoading).toBe(false);
});
