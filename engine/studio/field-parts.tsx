import { formatPath } from '#engine/documents/source-location.ts';
import { useStudio, useStudioState } from './context.ts';
import { parseJson, withValue } from './edit-json.ts';
import type { StudioField, StudioFinding, WrittenPlace } from './protocol.ts';
import { useTranslations } from './translations.ts';

export interface FieldProps {
  readonly field: StudioField;
  readonly place: WrittenPlace;
  /** Label of a list item. */
  readonly title?: string;
}

/** Writes a value; `undefined` removes it. */
export function useWrite({ file, path }: WrittenPlace): (value: unknown) => void {
  const { store } = useStudio();
  return (value) => {
    const { content, opened } = store.getState();
    const before = content.files[file] ?? '';
    const after = withValue(
      before,
      path,
      value,
      parseJson(opened.files.find((each) => each.path === file)?.text ?? ''),
    );
    store.change(`${file} ${formatPath(path)}`, [{ kind: 'file', path: file, before, after }]);
  };
}

/** Whether the file is editable on this page. */
export function useIsOwn({ file }: WrittenPlace): boolean {
  return useStudioState(({ opened }) => opened.files.some(({ path, isOwn }) => path === file && isOwn));
}

/** Description and findings of a field. */
export function About({
  id,
  description,
  findings,
}: {
  readonly id: string;
  readonly description: string;
  readonly findings: readonly StudioFinding[];
}) {
  return (
    <div id={id} className="about">
      <FieldFindings findings={findings} />
      {description !== '' && <p lang="en">{description.replaceAll('`', '')}</p>}
    </div>
  );
}

/** What is wrong with a field, with the name of the rule. */
export function FieldFindings({ findings }: { readonly findings: readonly StudioFinding[] }) {
  return findings.map(({ rule, severity, message }) => (
    <p key={message} className={severity} lang="en">
      {message} <small>{rule}</small>
    </p>
  ));
}

/** Button that removes an optional property. */
export function Removal({ field, place, title }: Required<FieldProps>) {
  const t = useTranslations();
  const write = useWrite(place);
  const isOwn = useIsOwn(place);
  if (field.isRequired || !isOwn) return null;
  return (
    <button type="button" className="plain addition" onClick={() => write(undefined)}>
      {t('studio.removeNamed', { name: title })}
    </button>
  );
}
