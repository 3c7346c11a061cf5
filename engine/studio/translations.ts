import i18next, { type i18n } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { StaffKey } from '#schemas/generated/texts/staff.ts';
import { describePropertyName, listOutlineBlocks, splitName } from './blocks.ts';
import type { OutlineBlock, StudioStart } from './protocol.ts';

/** i18next with the studio's texts; variables are written as in all texts of the site. */
export function createStudioI18n({ locale, texts }: Pick<StudioStart, 'locale' | 'texts'>): i18n {
  const instance = i18next.createInstance();
  void instance.use(initReactI18next).init({
    lng: locale,
    resources: { [locale]: { translation: texts } },
    keySeparator: false,
    nsSeparator: false,
    // React escapes text.
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
    initAsync: false,
  });
  return instance;
}

/** Display names of properties: translated for those that many blocks have. */
export function useFieldNames(): (name: string) => string {
  const { t, i18n } = useTranslation();
  return (name) => {
    const key = `studio.property.${name}`;
    return i18n.exists(key) ? t(key) : describePropertyName(name);
  };
}

type NamedBlock = Pick<OutlineBlock, 'type'> & Partial<Pick<OutlineBlock, 'id' | 'blocks'>>;

/** Display names of blocks: translated for the shipped types; the use of a fragment is named like its first block. */
export function useBlockNames(): (block: NamedBlock) => string {
  const { t, i18n } = useTranslation();
  return ({ type: own, id = '', blocks = [] }) => {
    const type = own === '' ? findFirstType(blocks) : own;
    if (type === '') return splitName(id.split('/').at(-1) ?? id);
    const key = `studio.type.${type}`;
    return i18n.exists(key) ? t(key) : splitName(type);
  };
}

const findFirstType = (blocks: readonly OutlineBlock[]): string =>
  listOutlineBlocks(blocks).find(({ block }) => block.type !== '')?.block.type ?? '';

type StudioKey = Extract<StaffKey, `studio.${string}`>;

export function useTranslations(): (key: StudioKey, values?: Readonly<Record<string, string | number>>) => string {
  const { t } = useTranslation();
  return (key, values = {}) => t(key, values);
}
