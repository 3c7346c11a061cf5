import { useStudioState } from './context.ts';
import { listNames } from './names.ts';
import { NewForm } from './NewForm.tsx';
import type { StudioField } from './protocol.ts';
import { useTranslations } from './translations.ts';

interface NameControlProps {
  readonly id: string;
  readonly disabled: boolean;
  readonly 'aria-describedby': string;
  readonly field: StudioField;
  readonly value: string;
  /** Called with an empty text for none. */
  readonly onWrite: (name: string) => void;
}

/** A select of existing names, with the current value even if unknown. */
export function NameControl({ field, value, onWrite, ...control }: NameControlProps) {
  const t = useTranslations();
  const opened = useStudioState((state) => state.opened);
  const names = listNames(field.names, opened);
  const isMissing = field.isRequired && value === '';
  return (
    <>
      <select {...control} value={value} onChange={({ target }) => onWrite(target.value)}>
        {(isMissing || !field.isRequired) && (
          <option value="">
            {field.usual === undefined ? t('studio.none') : t('studio.usual', { value: String(field.usual) })}
          </option>
        )}
        {(value === '' || names.includes(value) ? names : [value, ...names]).map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      {field.names === 'forms' && !control.disabled && <NewForm onCreated={onWrite} />}
    </>
  );
}
