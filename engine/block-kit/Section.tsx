import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';
import { Link } from './Link.tsx';
import { useRenderSink } from './render-sink.ts';
import { Text } from './Text.tsx';
import type { BoundLink, LocalizedText } from './types.ts';

type Tag = 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6';

/** The element of a heading of this level; levels below 6 are 6. */
export function headingTag(level: number): Tag {
  return `h${Math.min(level, 6)}` as Tag;
}

/** Element of a heading inside of a section: one below the title, or at its level where there is none. */
export function innerHeading(title: LocalizedText | undefined, level: number): Tag {
  return headingTag(title === undefined ? level : level + 1);
}

/** Class of a title of this level: a title inside of another section is smaller. */
export function titleLook(level: number): 'display' | 'title' | 'head' {
  if (level > 2) return 'head';
  return level === 1 ? 'display' : 'title';
}

/** `id` of an element of one item of a block; no block and no anchor has an underscore in its own. */
export function itemId(id: string, index: number): string {
  return `${id}_${index}`;
}

/** Ground of a section: `accent` and `ink` turn the colours of all that is in it. */
export type Ground = 'plain' | 'surface' | 'ink' | 'accent';

const GROUND_CLASSES: Readonly<Record<Ground, string>> = {
  plain: '',
  surface: 'surface',
  ink: 'ink ground',
  accent: 'accent ground',
};

/** What sections of a page have in common. */
interface SectionWords {
  readonly id: string;
  readonly eyebrow?: LocalizedText | undefined;
  readonly title?: LocalizedText | undefined;
  readonly text?: LocalizedText | undefined;
  /** Of the title. */
  readonly level: number;
}

interface SectionProps extends SectionWords {
  readonly ground: Ground;
  readonly className?: string | undefined;
  /** Below everything else, the first one as the primary. */
  readonly actions?: readonly BoundLink[] | undefined;
  readonly children?: ReactNode;
}

/** A section of a page on the grid: opening words, content, links. It is named by its title. */
export function Section({ ground, className, actions, children, ...words }: SectionProps): ReactNode {
  const { id, title } = words;
  useRenderSink()?.noteSection?.();
  return (
    <section
      id={id}
      className={cx('section g', GROUND_CLASSES[ground], className)}
      aria-labelledby={title && titleId(id)}
    >
      <SectionHead {...words} />
      {children}
      <Actions links={actions} />
    </section>
  );
}

interface ListSectionProps extends SectionWords {
  readonly title: LocalizedText;
  readonly ground: string;
  /** Of the section and of its opening words, by the block's own layout. */
  readonly className?: string | undefined;
  readonly head: string | undefined;
  readonly children?: ReactNode;
}

/** The frame of blocks that are a list with opening words on a layout of their own. */
export function ListSection({ ground, className, head, children, ...words }: ListSectionProps): ReactNode {
  const { id, eyebrow, title, text, level } = words;
  return (
    <section
      id={id}
      className={cx('section g', className, ground === 'surface' && 'surface')}
      aria-labelledby={titleId(id)}
    >
      <header className={head}>
        {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
        <Text value={title} as={headingTag(level)} className={titleLook(level)} id={titleId(id)} />
        {text && <Text value={text} as="p" className="lead muted" />}
      </header>
      {children}
    </section>
  );
}

/** `id` of the title of a section. */
export const titleId = (id: string): string => `${id}-title`;

/** Opening words of a section; nothing without any. */
function SectionHead({ id, eyebrow, title, text, level }: SectionWords): ReactNode {
  if (!eyebrow && !title && !text) return null;
  return (
    <header className="opening">
      {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
      {title && <Text value={title} as={headingTag(level)} className={titleLook(level)} id={titleId(id)} />}
      {text && <Text value={text} as="p" className={level > 2 ? 'text muted' : 'lead muted'} />}
    </header>
  );
}

/** Links as buttons, the first one as the primary; nothing without any. */
export function Actions({ links = [] }: { readonly links?: readonly BoundLink[] | undefined }): ReactNode {
  if (links.length === 0) return null;
  return (
    <div className="actions">
      {links.map((link, index) => (
        <Link
          key={link.to.href}
          link={link}
          className={cx('btn', index === 0 && 'btn-primary')}
          icon={index === 0 && <Icon name="arrow" />}
        />
      ))}
    </div>
  );
}

interface SlotProps {
  /** Rendered blocks. */
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** Blocks in a slot, one below the other, as wide as the slot; nothing without any. */
export function Slot({ children, className }: SlotProps): ReactNode {
  const sink = useRenderSink();
  if (children === undefined) return null;
  sink?.noteSection?.();
  return <div className={cx('slot', className)}>{children}</div>;
}
