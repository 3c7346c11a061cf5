import { Fragment, type HTMLAttributes, type ReactNode } from 'react';
import { CountryLink } from './CountryLink.tsx';
import { Hole } from './Hole.tsx';
import { usePage } from './page-context.ts';
import type { LocalizedText, TextPart } from './types.ts';

type TextElement =
  | 'span'
  | 'p'
  | 'h1'
  | 'h2'
  | 'h3'
  | 'h4'
  | 'h5'
  | 'h6'
  | 'li'
  | 'dt'
  | 'dd'
  | 'div'
  | 'strong'
  | 'summary'
  | 'figcaption'
  | 'label'
  | 'legend'
  | 'address'
  | 'q';

interface TextProps extends HTMLAttributes<HTMLElement> {
  readonly value: LocalizedText;
  /** Element to render; without it the text has no wrapper, unless it fell back to another language. */
  readonly as?: TextElement;
  readonly htmlFor?: string;
}

/** A text with inline markup. Text that fell back to another language has a `lang` attribute (WCAG 3.1.2). */
export function Text({ value, as, ...attributes }: TextProps): ReactNode {
  const page = usePage();
  const foreign = value.lang === page.locale ? undefined : value.lang;
  const content = <Phrases parts={value.parts} />;
  const Element = as ?? (foreign === undefined && Object.keys(attributes).length === 0 ? null : 'span');
  if (Element === null) return content;
  return (
    <Element lang={foreign} {...attributes}>
      {content}
    </Element>
  );
}

/** A headline with preferred line breaks between phrases. */
function Phrases({ parts }: { readonly parts: readonly TextPart[] }): ReactNode {
  const bars = parts.flatMap((part, index) => (isBar(part) ? [index] : []));
  if (bars.length === 0) return <Parts parts={parts} />;
  return [-1, ...bars].map((bar, index) => (
    <Fragment key={bar}>
      {index > 0 && ' '}
      <span className="phrase">
        <Parts parts={parts.slice(bar + 1, bars[index])} />
      </span>
    </Fragment>
  ));
}

function isBar(part: TextPart): boolean {
  return typeof part !== 'string' && 'tag' in part && part.tag === 'bar';
}

function Parts({ parts }: { readonly parts: readonly TextPart[] }): ReactNode {
  // Parts of a text never change order.
  return parts.map((part, index) => <Fragment key={index}>{renderPart(part)}</Fragment>);
}

/** Prevents line breaks after the hyphen of a single letter, as in "E-Mail", by a word joiner (UAX #14, WJ). Runs in browsers without lookbehind as well. */
function withoutLoneLetters(words: string): string {
  // Fast path: most texts have no hyphen.
  return words.includes('-') ? words.replaceAll(/(^|[^\p{L}\p{N}])(\p{L}-)(?=\p{L})/gu, '$1$2\u2060') : words;
}

/** Separators may end a line but not begin one. */
function withSeparatorsAtEnds(words: string): string {
  return words.replaceAll(' · ', '\u00A0· ');
}

function renderPart(part: TextPart): ReactNode {
  if (typeof part === 'string') return withSeparatorsAtEnds(withoutLoneLetters(part));
  if ('hole' in part) return <Hole name={part.hole} />;
  switch (part.tag) {
    case 'em':
      return (
        <em>
          <Parts parts={part.parts} />
        </em>
      );
    case 'strong':
      return (
        <strong>
          <Parts parts={part.parts} />
        </strong>
      );
    case 's':
      return (
        <s>
          <Parts parts={part.parts} />
        </s>
      );
    case 'br':
      return <br />;
    case 'bar':
      return ' ';
    case 'link':
      return (
        <CountryLink to={part.to}>
          <Parts parts={part.parts} />
        </CountryLink>
      );
  }
}
