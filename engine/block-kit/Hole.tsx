import { type ReactNode, useSyncExternalStore } from 'react';
import { useRenderSink } from './render-sink.ts';
import { useVisitorValues, type VisitorValues } from './visitor-values.ts';

/** A visitor's value in visible markup; empty without a value. */
export function Hole({ name }: { readonly name: string }): ReactNode {
  const sink = useRenderSink();
  const values = useVisitorValues();
  if (values !== null) return <IslandHole name={name} values={values} />;
  return sink?.hole(name, 'html') ?? null;
}

/** Filled by the server; hydration keeps the text, and the island renders it from then on. */
function IslandHole({ name, values }: { readonly name: string; readonly values: VisitorValues }): ReactNode {
  const sink = useRenderSink();
  const value = useSyncExternalStore(
    values.subscribe,
    () => values.get(name),
    () => sink?.hole(name, 'html') ?? '',
  );
  return (
    <span data-hole={name} suppressHydrationWarning>
      {value}
    </span>
  );
}

/** A hidden field of the form with the id `form`. Its value is appended at the end of the page, so that the page itself can be shared. */
export function HiddenValue({
  form,
  name,
  value,
}: {
  readonly form: string;
  readonly name: string;
  readonly value: string;
}): ReactNode {
  useRenderSink()?.tail({
    name: value,
    before: `<input type="hidden" form="${form}" name="${name}" value="`,
    after: '">',
    context: 'attribute',
  });
  return null;
}

/** A visitor's value for a script: `<data data-visitor="name" value="…">` at the end of the page. */
export function VisitorData({ name }: { readonly name: string }): ReactNode {
  useRenderSink()?.tail({
    name,
    before: `<data data-visitor="${name}" value="`,
    after: '"></data>',
    context: 'attribute',
  });
  return null;
}
