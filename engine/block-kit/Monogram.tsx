import type { ReactNode } from 'react';

interface MonogramProps {
  readonly name: string;
  readonly className?: string | undefined;
}

/** Initials of a person without a portrait: decoration beside the name. */
export function Monogram({ name, className }: MonogramProps): ReactNode {
  const [first = '', ...others] = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  const last = others.at(-1) ?? '';
  return (
    <span className={className} aria-hidden="true">
      {first.slice(0, 1) + last.slice(0, 1)}
    </span>
  );
}
