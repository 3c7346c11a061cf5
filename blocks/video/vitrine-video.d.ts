import type { DetailedHTMLProps, HTMLAttributes } from 'react';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /** The behaviour of this block; React passes `class` on as it is to custom elements. */
      'vitrine-video': DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & {
        readonly class?: string | undefined;
      };
    }
  }
}
