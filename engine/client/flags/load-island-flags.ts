import type { ComponentType, ReactNode } from 'react';
import { reportNoFlags } from './report-no-flags.ts';

export type FlagsAround = ComponentType<{ readonly children: ReactNode }>;

/** Provider of an island that uses flags; `null` for others, and on failure. */
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
