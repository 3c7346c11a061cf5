import { useEffect, useRef, useState } from 'react';
import { bindJsonEditor, type JsonBinding } from './bind-json-editor.ts';
import { useStudio } from './context.ts';
import { useIsOwn } from './field-parts.tsx';
import type { StudioField, WrittenPlace } from './protocol.ts';
import { useTranslations } from './translations.ts';

interface JsonFieldProps {
  readonly place: WrittenPlace;
  readonly fields: readonly StudioField[];
}

/** A block or a form document as JSON. For another place it needs another key. */
export function JsonField(props: JsonFieldProps) {
  const t = useTranslations();
  const { store } = useStudio();
  const isEditable = useIsOwn(props.place);
  // Equal values are made anew with each edit.
  const [{ place, fields }] = useState(props);
  const [isValid, setValid] = useState(true);
  const host = useRef<HTMLDivElement>(null);
  const binding = useRef<JsonBinding | null>(null);
  useEffect(() => {
    if (host.current === null) return undefined;
    const bound = bindJsonEditor(host.current, { store, place, fields, isEditable, onTyped: setValid });
    binding.current = bound;
    return bound.close;
  }, [store, place, fields, isEditable]);
  return (
    <div className="json">
      <div ref={host} />
      {isEditable && (
        <div className="actions">
          <button type="button" className="plain" disabled={!isValid} onClick={() => binding.current?.format()}>
            {t('studio.format')}
          </button>
        </div>
      )}
      <p className="error" role="status">
        {!isValid && t('studio.noJson')}
      </p>
    </div>
  );
}
