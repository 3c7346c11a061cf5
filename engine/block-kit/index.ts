/** All that a block may import. */
export { wallTimeToEpoch } from '#engine/base/wall-time.ts';
export { plainText } from '#engine/i18n/plain-text.ts';
export type * from '#schemas/generated/block-props.ts';
export { CountryField } from './CountryField.tsx';
export { cx } from './cx.ts';
export { CheckField, ChoiceField, ChoicesField, EmailField, TextField } from './fields.tsx';
export { ErrorSummary, Form, useForm } from './Form.tsx';
export { HiddenValue, Hole, VisitorData } from './Hole.tsx';
export { Icon } from './Icon.tsx';
export type { IconName } from './icons.ts';
export { PageFrame } from './Layout.tsx';
export { Anchor, Link } from './Link.tsx';
export { usePage } from './page-context.ts';
export { useFlag } from './ports.ts';
export { Picture } from './Picture.tsx';
export { Text } from './Text.tsx';
export { useProductQuery } from './product-query.ts';
export type * from './types.ts';
