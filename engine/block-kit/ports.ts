import type { ShownForm } from '#engine/shared/shown-form.ts';
import { createContext, type RefCallback, useContext, useMemo } from 'react';

/** Browser services for islands, provided by the client; absent during compilation. */
export interface Ports {
  /** Handles a form on the client: validation, submission, response. Returns a cleanup function. */
  adoptForm(form: HTMLFormElement, name: ShownForm): () => void;
}

/** Evaluates feature flags; loaded with islands that use them. Its hook is stable during the lifetime of an island. */
export interface FlagReader {
  readonly useFeature: (key: string | undefined) => boolean;
}

const CurrentPorts = createContext<Ports | null>(null);

export const PortsProvider = CurrentPorts.Provider;

const CurrentFlags = createContext<FlagReader>({ useFeature: () => false });

export const FlagReaderProvider = CurrentFlags.Provider;

/**
 * Whether a feature flag is on in this browser, updated while the page is open. Off in the compiled page, in the first render, and when flags are unavailable.
 * The block's schema lists the property with the key in `flags`; without a key nothing is loaded. Experiments do not use it: they are decided on the server.
 */
export function useFlag(key: string | undefined): boolean {
  // The reader changes only when the island is mounted again.
  // oxlint-disable-next-line react/hooks
  return useContext(CurrentFlags).useFeature(key);
}

/** A `ref` callback that passes a hydrated form to the client. */
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
