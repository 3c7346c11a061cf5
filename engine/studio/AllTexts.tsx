import { useState } from 'react';
import { isObject } from '#engine/documents/json.ts';
import { formatPath } from '#engine/documents/source-location.ts';
import { listPluralForms, inside, listOutlineBlocks, locateProperty, valueIn, splitName } from './blocks.ts';
import { useStudioState } from './context.ts';
import type { StudioField, TextsByKey, WrittenPlace } from './protocol.ts';
import { isOpenText } from './structure.ts';
import { TextPropertyField } from './TextPropertyField.tsx';
import { useWords } from './words.ts';

interface PlacedText {
  readonly field: StudioField;
  readonly place: WrittenPlace;
}

/** All texts of the page, block by block, or those that are missing or untranslated in its language. */
export function AllTexts() {
  const words = useWords();
  const outline = useStudioState((state) => state.outline);
  const opened = useStudioState((state) => state.opened);
  const { files, texts } = useStudioState((state) => state.content);
  const locale = useStudioState((state) => state.locale);
  const [isOpenOnly, show] = useState(false);
  const isShown = ({ place }: PlacedText): boolean => {
    const value = valueIn(files, place);
    const versions = typeof value === 'string' ? listPluralForms(texts, value).map((key) => texts[key]) : [value];
    // The checked edge: texts that stand in a document are written by language.
    return !isOpenOnly || versions.some((each) => isOpenText((each ?? {}) as TextsByKey[string], locale));
  };
  const groups = listOutlineBlocks(outline).flatMap(({ block }) => {
    const fields = opened.fields[block.type] ?? [];
    const found = fields.flatMap((field) => textsIn(field, locateProperty(block, field.name), files)).filter(isShown);
    return found.length === 0 ? [] : [{ block, found }];
  });
  return (
    <>
      <h2>{words('studio.texts')}</h2>
      <label className="entry tick">
        <input type="checkbox" checked={isOpenOnly} onChange={({ target }) => show(target.checked)} />
        <span>{words('studio.openOnly')}</span>
      </label>
      {groups.map(({ block, found }) => (
        <section key={block.id} className="fields">
          <h3>{splitName(block.type)}</h3>
          {found.map(({ field, place }) => (
            <TextPropertyField key={`${place.file} ${formatPath(place.path)}`} field={field} place={place} />
          ))}
        </section>
      ))}
      {groups.length === 0 && <p className="hint">{words('studio.noTexts')}</p>}
    </>
  );
}

/** Texts of a property, with those in its lists and objects. */
function textsIn(
  field: StudioField,
  place: WrittenPlace,
  files: Readonly<Record<string, string>>,
): readonly PlacedText[] {
  const value = valueIn(files, place);
  if (value === undefined) return [];
  const { item } = field;
  if (field.kind === 'text') return [{ field, place }];
  if (Array.isArray(value) && item !== undefined)
    return value.flatMap((_, index) => textsIn({ ...item, name: field.name }, inside(place, index), files));
  if (!isObject(value)) return [];
  return (field.fields ?? []).flatMap((inner) => textsIn(inner, inside(place, inner.name), files));
}
