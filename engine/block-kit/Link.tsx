import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { Text } from './Text.tsx';
import type { BoundLink, BoundTarget, LocalizedText } from './types.ts';

interface AnchorProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'rel' | 'target'> {
  readonly to: BoundTarget;
  /** What names the link: an anchor without content says nothing to anybody. */
  readonly children: ReactNode;
}

/** An `a` to a checked target, around any content. */
export function Anchor({ to, children, ...attributes }: AnchorProps): ReactNode {
  return (
    <a href={to.href} rel={to.external ? 'noopener' : undefined} {...attributes}>
      {children}
    </a>
  );
}

interface LinkProps extends Omit<AnchorProps, 'to' | 'children'> {
  readonly link: BoundLink;
  /** Stands after the label. */
  readonly icon?: ReactNode;
}

/** A link with its label. */
export function Link({ link, icon, ...attributes }: LinkProps): ReactNode {
  return (
    <Anchor to={link.to} {...attributes}>
      <Text value={link.label} />
      {icon}
    </Anchor>
  );
}

interface OtherWayProps {
  /** Asks whom the link is for, such as "No code yet?". */
  readonly text?: LocalizedText | undefined;
  readonly link: BoundLink;
}

/** Way on for anyone who cannot answer. It stands beside a refusal as well: nobody is left with a field that they cannot fill (S18). */
export function OtherWay({ text, link }: OtherWayProps): ReactNode {
  return (
    <p className="other-way">
      {text && <Text value={text} as="span" className="muted" />} <Link link={link} />
    </p>
  );
}
