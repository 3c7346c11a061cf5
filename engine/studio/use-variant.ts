import { useMemo } from 'react';
import { useStudioState } from './context.ts';
import { type EditedVariant, findVariant } from './variant.ts';

/** The edited variant; `null` for none. */
export function useVariant(): EditedVariant | null {
  const opened = useStudioState((state) => state.opened);
  const content = useStudioState((state) => state.content);
  return useMemo(() => findVariant({ opened, content }), [opened, content]);
}
