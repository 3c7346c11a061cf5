import { afterEach, expect, test, vi } from 'vitest';
import { registration } from './index.ts';
import { registrationStore } from './stores/registration.ts';

afterEach(() => {
  vi.unstubAllGlobals();
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
    constructor(value: string) {
      this.value = value;
    }
  }
  vi.stubGlobal('HTMLSelectElement', Select);
  const begin = (field: Select | null): void =>
    registration.onFormLive?.({ elements: { namedItem: () => field } } as unknown as HTMLFormElement);
  begin(new Select('SE'));
  begin(new Select(''));
  begin(null);
  expect(registrationStore.getState().country).toBe('SE');
});
