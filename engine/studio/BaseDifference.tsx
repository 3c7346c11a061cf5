import { isObject } from '#engine/documents/json.ts';
import { useStudio, useStudioState } from './context.ts';
import type { OutlineBlock } from './protocol.ts';
import { acceptBase, type Difference, type EditedVariant, listChangedProperties, resetBlock } from './variant.ts';
import { useFieldNames, useTranslations } from './translations.ts';

interface BaseDifferenceProps {
  readonly block: OutlineBlock;
  readonly variant: EditedVariant;
  readonly difference: Difference;
}

/** Differences between a variant's block and its base, property by property, with actions to revert them. */
export function BaseDifference({ block, variant, difference }: BaseDifferenceProps) {
  const studio = useStudio();
  const t = useTranslations();
  const getName = useFieldNames();
  const base = useStudioState(({ opened }) => opened.base);
  const { texts, files } = useStudioState(({ content }) => content);
  const locale = useStudioState((state) => state.locale);
  const show = (value: unknown, other: unknown): string => {
    if (value === undefined) return t('studio.none');
    if (typeof value === 'string') return texts[value]?.[locale] ?? value;
    // Another image says more than its crop.
    const [src, otherSrc] = [value, other].map((each) => (isObject(each) ? each['src'] : undefined));
    if (typeof src === 'string' && src !== otherSrc) return src;
    const own = isObject(value) ? value[locale] : undefined;
    return typeof own === 'string' ? own : JSON.stringify(value);
  };
  return (
    <>
      <p className="hint">{t(`studio.differs.${difference}`, { base: base ?? '' })}</p>
      <dl className="difference">
        {listChangedProperties(variant, block, files).map(({ name, before, after }) => (
          <div key={name}>
            <dt>{getName(name)}</dt>
            <dd>
              <del>{show(before, after)}</del>
              <ins>{show(after, before)}</ins>
            </dd>
          </div>
        ))}
      </dl>
      {difference !== 'added' && (
        <div className="actions">
          {difference === 'outdated' && (
            <button type="button" className="plain" onClick={() => acceptBase(studio, block)}>
              {t('studio.acceptBase')}
            </button>
          )}
          <button type="button" className="plain" onClick={() => resetBlock(studio, block)}>
            {t('studio.reset')}
          </button>
        </div>
      )}
    </>
  );
}
