import { useLayoutEffect, useRef, useState } from 'react';

/** Measures that no style sheet knows. */
export const placed =
  (style: Readonly<Partial<Record<'width' | 'height' | 'transform', string>>>) =>
  (element: HTMLElement | null): void => {
    if (element !== null) Object.assign(element.style, style);
  };

interface Size {
  readonly width: number;
  readonly height: number;
}

/** How large an element is now. */
export function useSize(): readonly [React.RefObject<HTMLDivElement | null>, Size] {
  const element = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    if (element.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setSize(entry.contentRect));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, size];
}
