import { formatPath } from '#engine/documents/source-location.ts';
import { useStudio, useStudioState } from './context.ts';
import { withValue } from './edit-json.ts';
import type { StudioField, StudioFinding, WrittenPlace } from './protocol.ts';
import { useWords } from './words.ts';

export interface FieldProps {
  readonly field: StudioField;
  readonly place: WrittenPlace;
  /** Of an item of a list. */
  readonly title?: string;
}

/** How a value is written to its place; `undefined` takes it out. */
export function useWrite({ file, path }: WrittenPlace): (value: unknown) => void {
  const { store } = useStudio();
  return (value) => {
    const before = store.getState().content.files[file] ?? '';
    const after = withValue(before, path, value);
    store.change(`${file} ${formatPath(path)}`, [{ kind: 'file', path: file, before, after }]);
  };
}

/** Whether edits of the page are written here. */
export function useIsOwn({ file }: WrittenPlace): boolean {
  return useStudioState(({ opened }) => opened.files.some(({ path, isOwn }) => path === file && isOwn));
}

/** What a field is for, and what is wrong in it. */
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
      {findings.map((finding) => (
        <p key={finding.message} className={finding.severity} lang="en">
          {finding.message}
        </p>
      ))}
      {description !== '' && <p lang="en">{description.replaceAll('`', '')}</p>}
    </div>
  );
}

/** The way to leave a property out that need not be written. */
export function Removal({ field, place, title }: Required<FieldProps>) {
  const words = useWords();
  const write = useWrite(place);
  const isOwn = useIsOwn(place);
  if (field.isRequired || !isOwn) return null;
  return (
    <button type="button" className="plain addition" onClick={() => write(undefined)}>
      {words('studio.removeNamed', { name: title })}
    </button>
  );
}
