import { createContext, useContext } from 'react';

/**
 * Values that only this visitor's page holds. Islands read them through `useSyncExternalStore`, whose server snapshot is empty:
 * the first render in the browser equals the compiled markup for everybody.
 */
export interface VisitorValues {
  subscribe(onChange: () => void): () => void;
  /** Empty for visitors without that value. */
  get(name: string): string;
}

const Values = createContext<VisitorValues | null>(null);

/** Wraps an island; static blocks have their values written by the server alone. */
export const VisitorValuesProvider = Values.Provider;

/** `null` outside islands. */
export function useVisitorValues(): VisitorValues | null {
  return useContext(Values);
}
