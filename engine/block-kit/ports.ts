import { createContext, type RefCallback, useCallback, useContext, useMemo, useSyncExternalStore } from 'react';
import type { FormName } from '#schemas/generated/forms.ts';

/** What islands ask of the browser; the client supplies it, and while a page is compiled there is none. */
export interface Ports {
  /** Checks, sends and answers a form from now on. Returns how to let it go. */
  adoptForm(form: HTMLFormElement, name: FormName): () => void;
  readonly flags: FlagsPort;
}

/** Feature flags in the browser. Whatever evaluates them is loaded with the first listener. */
export interface FlagsPort {
  /** Called whenever a flag may have changed. Returns how to stop. */
  subscribe(listener: () => void): () => void;
  /** `undefined` while nobody knows the flag, or nobody can be asked. */
  read(key: string): unknown;
}

const CurrentPorts = createContext<Ports | null>(null);

export const PortsProvider = CurrentPorts.Provider;

/** Every flag is off. */
export const noFlags: FlagsPort = { subscribe: () => () => undefined, read: () => undefined };
const isOff = (): boolean => false;

/**
 * Whether a feature flag is on in this browser, kept fresh while the page is open. It is off in the compiled page, in the first
 * render, and whenever flags cannot be had. Without a key nothing is loaded. Experiments never depend on it: they are decided on the
 * server, before the first byte.
 */
export function useFlag(key: string | undefined): boolean {
  const ports = useContext(CurrentPorts);
  const flags = key === undefined ? noFlags : (ports?.flags ?? noFlags);
  const read = useCallback(() => key !== undefined && Boolean(flags.read(key)), [flags, key]);
  return useSyncExternalStore(flags.subscribe, read, isOff);
}

/** For the `ref` of a form: hands it to the client once it is live. */
export function useFormRef(name: FormName): RefCallback<HTMLFormElement> | undefined {
  const ports = useContext(CurrentPorts);
  return useMemo(
    () =>
      ports === null
        ? undefined
        : (form: HTMLFormElement | null) => (form === null ? undefined : ports.adoptForm(form, name)),
    [ports, name],
  );
}
