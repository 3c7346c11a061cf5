/** Everything that a block may import. */
export type * from '#engine/shared/data-view.ts';
export { toEpoch as wallTimeToEpoch } from '#engine/shared/wall-time.ts';
export { formatDate } from '#engine/i18n/format-values.ts';
export { toPlainText as plainText } from '#engine/i18n/to-plain-text.ts';
export type * from '#schemas/generated/block-props.ts';
export { useAttributeValue } from './attribute-value.ts';
export { CountryField } from './CountryField.tsx';
export { cx } from './cx.ts';
export { CheckField, ChoiceField, EmailField, TextField } from './fields.tsx';
export { ErrorSummary, Form, Questions, useForm } from './Form.tsx';
export type { ChosenForm, FormConfirmation, FormStep, FormThanks } from './form-types.ts';
export { useGreeting } from './greeting.ts';
export { HiddenValue, Hole, VisitorData } from './Hole.tsx';
export { Icon } from './Icon.tsx';
export type { IconName } from './icons.ts';
export { PageFrame } from './Layout.tsx';
export { Anchor, Link, OtherWay } from './Link.tsx';
export type { ChosenRows, ListData, ListParts } from './live-list.ts';
export { liveListTextKeys } from './live-list.ts';
export { usePage } from './page-context.ts';
export { useFlag } from './ports.ts';
export { Monogram } from './Monogram.tsx';
export { formatSizesBeside, Picture } from './Picture.tsx';
export { LanguageCodes } from './LanguageCodes.tsx';
export {
  Actions,
  chooseHeadingTag as headingTag,
  chooseInnerHeading as innerHeading,
  buildItemId as itemId,
  ListSection,
  Section,
  Slot,
  useGround,
  buildTitleId as titleId,
  chooseTitleLook as titleLook,
} from './Section.tsx';
export { Text } from './Text.tsx';
export { VideoPlayer } from './VideoPlayer.tsx';
export type * from './types.ts';
