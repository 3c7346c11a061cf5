import { formatPath } from '#engine/documents/source-location.ts';
import { listOutlineBlocks, splitName } from './blocks.ts';
import { useStudio, useStudioState } from './context.ts';
import { isTextOpen, listBlockTexts, type PlacedText } from './texts.ts';
import { TextPropertyField } from './TextPropertyField.tsx';
import { useTranslations } from './translations.ts';

/** All texts of the page, block by block, or those that are missing or untranslated in its language. */
export function AllTexts() {
  const t = useTranslations();
  const { store } = useStudio();
  const outline = useStudioState((state) => state.outline);
  const opened = useStudioState((state) => state.opened);
  const content = useStudioState((state) => state.content);
  const locale = useStudioState((state) => state.locale);
  const isOpenOnly = useStudioState(({ texts }) => texts === 'open');
  const isShown = ({ place }: PlacedText): boolean => !isOpenOnly || isTextOpen({ opened, content }, place, locale);
  const groups = listOutlineBlocks(outline).flatMap(({ block }) => {
    const found = listBlockTexts({ opened, content }, block).filter(isShown);
    return found.length === 0 ? [] : [{ block, found }];
  });
  return (
    <>
      <h2>{t('studio.texts')}</h2>
      <label className="entry tick">
        <input
          type="checkbox"
          checked={isOpenOnly}
          onChange={({ target }) => store.setState({ texts: target.checked ? 'open' : 'all' })}
        />
        <span>{t('studio.openOnly')}</span>
      </label>
      {groups.map(({ block, found }) => (
        <section key={block.id} className="fields">
          <h3>{splitName(block.type)}</h3>
          {found.map(({ field, place }) => (
            <TextPropertyField key={`${place.file} ${formatPath(place.path)}`} field={field} place={place} />
          ))}
        </section>
      ))}
      {groups.length === 0 && <p className="hint">{t('studio.noTexts')}</p>}
    </>
  );
}
