import { afterEach, expect, test, vi } from 'vitest';
import { registration } from './index.ts';
import { registrationStore } from './stores/registration.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  registrationStore.setState(registrationStore.getInitialState());
});

function keep(items: Readonly<Record<string, string>>): void {
  vi.stubGlobal('localStorage', { getItem: (key: string) => items[key] ?? null });
}

function sent(): object {
  const fields = new FormData();
  registration.addFields?.(fields);
  return Object.fromEntries(fields);
}

test('what the deny page kept of a forbidden referrer is sent with every form', () => {
  keep({ rc: 'ANNA-50', fref: 'https://coupons.example/club', other: 'x' });
  expect(sent()).toEqual({ rc: 'ANNA-50', fref: 'https://coupons.example/club' });
});

test('a browser that kept nothing, or refuses storage, adds nothing to a form', () => {
  keep({});
  expect(sent()).toEqual({});
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('Denied.', 'SecurityError');
    },
  });
  expect(sent()).toEqual({});
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
