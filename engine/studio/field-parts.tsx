import { isObject, type JsonObject } from '#engine/documents/json.ts';
import { formatPath } from '#engine/documents/source-location.ts';
import { useStudio, useStudioState } from './context.ts';
import { findOpenedText } from './blocks.ts';
import { changeValue, parseJson, readValueAt } from './edit-json.ts';
import type { StudioField, StudioFinding, WrittenPlace } from './protocol.ts';
import { chooseVariant } from './structure.ts';
import { useTranslations } from './translations.ts';

export interface FieldProps {
  readonly field: StudioField;
  readonly place: WrittenPlace;
  /** Label of a list item. */
  readonly title?: string;
  /** The object whose other properties depend on this one. */
  readonly union?: StudioField | undefined;
}

/** A field with its label. */
export type TitledField = FieldProps & Required<Pick<FieldProps, 'title'>>;

/** Writes a value; `undefined` removes it. */
export function useWrite({ file, path }: WrittenPlace): (value: unknown) => void {
  const { store } = useStudio();
  return (value) => {
    const { content, opened } = store.getState();
    const before = content.files[file] ?? '';
    const after = changeValue(before, path, value, findOpenedText(opened, file));
    store.change(`${file} ${formatPath(path)}`, [{ kind: 'file', path: file, before, after }]);
  };
}

/** Writes the property that decides about the others of its object: only those that fit stay. */
export function useWriteVariant({ file, path }: WrittenPlace, union: StudioField): (chosen: unknown) => void {
  const { store } = useStudio();
  const write = useWrite({ file, path: path.slice(0, -1) });
  return (chosen) => {
    const { content, opened } = store.getState();
    const read = (text: string): JsonObject => {
      const value = readValueAt(parseJson(text), path.slice(0, -1));
      return isObject(value) ? value : {};
    };
    write(chooseVariant(read(content.files[file] ?? ''), union, chosen, read(findOpenedText(opened, file))));
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
      {message} <RuleLink rule={rule} />
    </p>
  ));
}

/** Leads to the page of a rule. */
export function RuleLink({ rule }: Pick<StudioFinding, 'rule'>) {
  const { start } = useStudio();
  return (
    <small>
      <a href={`${start.addresses.rule}?${new URLSearchParams({ rule }).toString()}`} target="_blank">
        {rule}
      </a>
    </small>
  );
}

/** Button that removes an optional property. */
export function Removal({ field, place, title }: TitledField) {
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
