import { createContext, type RefCallback, useContext, useMemo } from 'react';
import type { FormName } from '#schemas/generated/forms.ts';

/** What islands ask of the browser; the client supplies it, and while a page is compiled there is none. */
export interface Ports {
  /** Checks, sends and answers a form from now on. Returns how to let it go. */
  adoptForm(form: HTMLFormElement, name: FormName): () => void;
}

const CurrentPorts = createContext<Ports | null>(null);

export const PortsProvider = CurrentPorts.Provider;

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
