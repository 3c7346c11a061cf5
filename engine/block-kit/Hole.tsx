import type { ReactNode } from 'react';
import { useRenderSink } from './render-sink.ts';

/** A visitor's value in visible markup; empty for visitors without that value. */
export function Hole({ name }: { readonly name: string }): ReactNode {
  return useRenderSink()?.hole(name, 'html') ?? null;
}

/** A hidden field of the form with the id `form`. Its value arrives at the end of the page, so that the page itself stays the same for everybody. */
export function HiddenValue({ form, name, value }: { readonly form: string; readonly name: string; readonly value: string }): ReactNode {
  useRenderSink()?.tail({
    name: value,
    before: `<input type="hidden" form="${form}" name="${name}" value="`,
    after: '">',
    context: 'attribute',
  });
  return null;
}
