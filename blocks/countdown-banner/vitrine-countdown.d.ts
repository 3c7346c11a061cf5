import type { DetailedHTMLProps, HTMLAttributes } from 'react';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /** The custom element of this block; React passes `class` unchanged to custom elements. */
      'vitrine-countdown': DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & {
        readonly class?: string | undefined;
      };
    }
  }
}
