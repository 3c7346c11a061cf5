import type { ReactNode } from 'react';

interface MonogramProps {
  readonly name: string;
  readonly className?: string | undefined;
}

/** First letters of the first and the last name: `AW` for Anna Maria Weiss. */
export function getInitials(name: string): string {
  const [first = '', ...others] = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  return first.slice(0, 1) + (others.at(-1) ?? '').slice(0, 1);
}

/** Initials of a person without a portrait: decoration beside the name. */
export function Monogram({ name, className }: MonogramProps): ReactNode {
  return (
    <span className={className} aria-hidden="true">
      {getInitials(name)}
    </span>
  );
}
