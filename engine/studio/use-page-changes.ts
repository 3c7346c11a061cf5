import { useEffect, useReducer } from 'react';
import { useStudio } from './context.ts';

/** Re-renders a component whenever the page in the frame changes or scrolls. */
export function usePageChanges(): void {
  const { page } = useStudio();
  const [, again] = useReducer((before: number) => before + 1, 0);
  useEffect(() => {
    let seen: Window | null = null;
    const unfollow = (): void => {
      seen?.removeEventListener('scroll', again);
      seen?.removeEventListener('resize', again);
    };
    const follow = (): void => {
      const now = page.document?.defaultView ?? null;
      if (now !== seen) {
        unfollow();
        now?.addEventListener('scroll', again, { passive: true });
        now?.addEventListener('resize', again);
        seen = now;
      }
      again();
    };
    follow();
    const end = page.onChange(follow);
    return () => {
      end();
      unfollow();
    };
  }, [page]);
}
