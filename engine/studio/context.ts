import { createContext, useContext } from 'react';
import { useStore } from 'zustand/react';
import { InternalError } from '#engine/shared/errors.ts';
import type { ShownPage } from './shown-page.ts';
import type { StudioStart } from './protocol.ts';
import type { StudioServer } from './server.ts';
import type { StudioSession } from './session.ts';
import type { StudioState, StudioStore } from './store.ts';

export interface Studio {
  readonly start: StudioStart;
  readonly store: StudioStore;
  readonly session: StudioSession;
  readonly page: ShownPage;
  readonly server: StudioServer;
}

export const StudioContext = createContext<Studio | null>(null);

export function useStudio(): Studio {
  const studio = useContext(StudioContext);
  if (studio === null) throw new InternalError('This is no part of the studio.');
  return studio;
}

export const useStudioState = <Part>(select: (state: StudioState) => Part): Part => useStore(useStudio().store, select);
