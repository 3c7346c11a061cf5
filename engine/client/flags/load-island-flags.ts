import type { ComponentType, ReactNode } from 'react';
import { reportNoFlags } from './report-no-flags.ts';

export type FlagsAround = ComponentType<{ readonly children: ReactNode }>;

/** What an island that asks for a flag needs around it; `null` for all others, and where it cannot be loaded. */
export async function loadIslandFlags(island: HTMLElement): Promise<FlagsAround | null> {
  if (island.dataset['flags'] === undefined) return null;
  try {
    const { IslandFlags } = await import('./IslandFlags.tsx');
    return IslandFlags;
  } catch (error) {
    reportNoFlags(error);
    return null;
  }
}
