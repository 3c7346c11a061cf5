import { useId, useState } from 'react';
import { readValueIn } from './blocks.ts';
import { useStudioState } from './context.ts';
import { useIsOwn, useWrite } from './field-parts.tsx';
import type { WrittenPlace } from './protocol.ts';
import { useTranslations } from './translations.ts';

/** A block as JSON, applied whenever it is valid. */
export function JsonField({ place }: { readonly place: WrittenPlace }) {
  const t = useTranslations();
  const id = useId();
  const value = useStudioState(({ content }) => readValueIn(content.files, place));
  const write = useWrite(place);
  const isOwn = useIsOwn(place);
  const written = JSON.stringify(value, null, 2) ?? '';
  // Input that is not valid JSON yet.
  const [typed, type] = useState<string | null>(null);
  return (
    <details className="json">
      <summary>JSON</summary>
      <label className="unseen" htmlFor={id}>
        JSON
      </label>
      <textarea
        id={id}
        spellCheck={false}
        rows={12}
        value={typed ?? written}
        disabled={!isOwn}
        aria-describedby={`${id}-state`}
        onChange={({ target }) => {
          const next = readJson(target.value);
          // Ignores changes of whitespace.
          const isSame = next !== undefined && JSON.stringify(next.value) === JSON.stringify(value);
          type(next === undefined || isSame ? target.value : null);
          if (next !== undefined && !isSame) write(next.value);
        }}
        onBlur={() => typed !== null && readJson(typed) !== undefined && type(null)}
      />
      <p id={`${id}-state`} className="error">
        {typed !== null && readJson(typed) === undefined && t('studio.noJson')}
      </p>
    </details>
  );
}

function readJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
