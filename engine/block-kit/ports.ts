import type { ShownForm } from '#engine/shared/shown-form.ts';
import { createContext, type RefCallback, useContext, useMemo } from 'react';

/** What islands ask of the browser; the client supplies it, and while a page is compiled there is none. */
export interface Ports {
  /** Checks, sends and answers a form from now on. Returns how to let it go. */
  adoptForm(form: HTMLFormElement, name: ShownForm): () => void;
}

/** Whatever evaluates features, which is loaded with the islands that ask for one. Its hook stays the same as long as an island lives. */
export interface FlagReader {
  readonly useFeature: (key: string | undefined) => boolean;
}

const CurrentPorts = createContext<Ports | null>(null);

export const PortsProvider = CurrentPorts.Provider;

const CurrentFlags = createContext<FlagReader>({ useFeature: () => false });

export const FlagReaderProvider = CurrentFlags.Provider;

/**
 * Whether a feature flag is on in this browser, kept fresh while the page is open. It is off in the compiled page, in the first
 * render, and whenever flags cannot be had. The block's schema names the property of the key in `flags`; without a key nothing is
 * loaded. Experiments never depend on it: they are decided on the server, before the first byte.
 */
export function useFlag(key: string | undefined): boolean {
  // The reader of an island is another one only where the island is rendered anew.
  // oxlint-disable-next-line react/hooks
  return useContext(CurrentFlags).useFeature(key);
}

/** For the `ref` of a form: hands it to the client once it is live. */
export function useFormRef(name: ShownForm): RefCallback<HTMLFormElement> | undefined {
  const ports = useContext(CurrentPorts);
  return useMemo(
    () =>
      ports === null
        ? undefined
        : (form: HTMLFormElement | null) => (form === null ? undefined : ports.adoptForm(form, name)),
    [ports, name],
  );
}
