import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { Text } from './Text.tsx';
import type { BoundLink, BoundTarget, LocalizedText } from './types.ts';

interface AnchorProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'rel' | 'target'> {
  readonly to: BoundTarget;
  /** Required: a link without content has no accessible name. */
  readonly children: ReactNode;
}

/** A link to a checked target, with any content. */
export function Anchor({ to, children, ...attributes }: AnchorProps): ReactNode {
  return (
    <a href={to.href} rel={to.external ? 'noopener' : undefined} {...attributes}>
      {children}
    </a>
  );
}

interface LinkProps extends Omit<AnchorProps, 'to' | 'children'> {
  readonly link: BoundLink;
  /** Placed after the label. */
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
  /** Question before the link, such as "No code yet?". */
  readonly text?: LocalizedText | undefined;
  readonly link: BoundLink;
}

/** An alternative to a field, shown beside an error as well, so that visitors without a valid value can continue (S18). */
export function OtherWay({ text, link }: OtherWayProps): ReactNode {
  return (
    <p className="other-way">
      {text && <Text value={text} as="span" className="muted" />} <Link link={link} />
    </p>
  );
}
