import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';
import { Link } from './Link.tsx';
import { useRenderSink } from './render-sink.ts';
import { Text } from './Text.tsx';
import type { BoundLink, LocalizedText } from './types.ts';

type Tag = 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6';

/** Heading element of a level; levels above 6 become 6. */
export function chooseHeadingTag(level: number): Tag {
  return `h${Math.min(level, 6)}` as Tag;
}

/** Heading element inside a section: one level below the title, or at its level without a title. */
export function chooseInnerHeading(title: LocalizedText | undefined, level: number): Tag {
  return chooseHeadingTag(title === undefined ? level : level + 1);
}

/** Class of a title; smaller inside another section. */
export function chooseTitleLook(level: number): 'display' | 'title' | 'head' {
  if (level > 2) return 'head';
  return level === 1 ? 'display' : 'title';
}

/** Element id of an item of a block; the underscore prevents conflicts with blocks and anchors. */
export function buildItemId(id: string, index: number): string {
  return `${id}_${index}`;
}

/** Background of a section: `accent` and `ink` invert the colours of its content. */
export type Ground = 'plain' | 'surface' | 'ink' | 'accent';

const GROUND_CLASSES: Readonly<Record<Ground, string>> = {
  plain: '',
  surface: 'surface',
  ink: 'ink ground',
  accent: 'accent ground',
};

/** Classes of the background of a section with a frame of its own; `isSection` if it needs the styles of sections. */
export function useGround(ground: 'ink' | 'accent', isSection: boolean): string {
  const sink = useRenderSink();
  if (!isSection && ground === 'ink') return ground;
  sink?.noteSection?.();
  return GROUND_CLASSES[ground];
}

/** Common props of sections. */
interface SectionHeadProps {
  readonly id: string;
  readonly eyebrow?: LocalizedText | undefined;
  readonly title?: LocalizedText | undefined;
  readonly text?: LocalizedText | undefined;
  /** Level of the title. */
  readonly level: number;
}

interface SectionProps extends SectionHeadProps {
  readonly ground: Ground;
  readonly className?: string | undefined;
  /** Links below the content, the first one as primary button. */
  readonly actions?: readonly BoundLink[] | undefined;
  readonly children?: ReactNode;
}

/** A section on the grid: heading, content, links. Labelled by its title. */
export function Section({ ground, className, actions, children, ...words }: SectionProps): ReactNode {
  const { id, title } = words;
  useRenderSink()?.noteSection?.();
  return (
    <section
      id={id}
      className={cx('section g', GROUND_CLASSES[ground], className)}
      aria-labelledby={title && buildTitleId(id)}
    >
      <SectionHead {...words} />
      {children}
      <Actions links={actions} />
    </section>
  );
}

interface ListSectionProps extends SectionHeadProps {
  readonly title: LocalizedText;
  readonly ground: Ground;
  /** Classes of the section and its heading. */
  readonly className?: string | undefined;
  readonly head: string | undefined;
  readonly children?: ReactNode;
}

/** The frame of blocks with a heading and a list in a layout of their own. */
export function ListSection({ ground, className, head, children, ...words }: ListSectionProps): ReactNode {
  const { id, eyebrow, title, text, level } = words;
  const sink = useRenderSink();
  if (ground === 'ink' || ground === 'accent') sink?.noteSection?.();
  return (
    <section id={id} className={cx('section g', className, GROUND_CLASSES[ground])} aria-labelledby={buildTitleId(id)}>
      <header className={head}>
        {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
        <Text value={title} as={chooseHeadingTag(level)} className={chooseTitleLook(level)} id={buildTitleId(id)} />
        {text && <Text value={text} as="p" className="lead muted" />}
      </header>
      {children}
    </section>
  );
}

/** Element id of a section's title. */
export const buildTitleId = (id: string): string => `${id}-title`;

/** Heading of a section; nothing without texts. */
function SectionHead({ id, eyebrow, title, text, level }: SectionHeadProps): ReactNode {
  if (!eyebrow && !title && !text) return null;
  return (
    <header className="opening">
      {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
      {title && (
        <Text value={title} as={chooseHeadingTag(level)} className={chooseTitleLook(level)} id={buildTitleId(id)} />
      )}
      {text && <Text value={text} as="p" className={level > 2 ? 'text muted' : 'lead muted'} />}
    </header>
  );
}

/** Links as buttons, the first one as primary; nothing without links. */
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

/** Blocks in a slot, stacked in full width; nothing when empty. */
export function Slot({ children, className }: SlotProps): ReactNode {
  const sink = useRenderSink();
  if (children === undefined) return null;
  sink?.noteSection?.();
  return <div className={cx('slot', className)}>{children}</div>;
}
