import { createContext, useContext } from 'react';

/**
 * Values of this visitor. Islands read them through `useSyncExternalStore` with an empty server snapshot, so that the first render in the browser equals the
 * shared markup.
 */
export interface VisitorValues {
  subscribe(onChange: () => void): () => void;
  /** Empty without a value. */
  get(name: string): string;
}

const Values = createContext<VisitorValues | null>(null);

/** Provided to islands; in static blocks, only the server writes values. */
export const VisitorValuesProvider = Values.Provider;

/** `null` outside islands. */
export function useVisitorValues(): VisitorValues | null {
  return useContext(Values);
}
