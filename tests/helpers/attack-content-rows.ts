import { staffGroups as staff } from '#server/staff/permissions.ts';
import type { Row } from './attack-row.ts';

const publish = ['admin', 'publisher'] as const;
const authors = ['admin', 'publisher', 'author', 'analyst'] as const;
const PAGE = 'pages/about-us';

/** Actions of the pages about drafts, images and publications. */
export const contentRows: Readonly<Record<string, Row>> = {
  'create-draft': { groups: authors, fields: () => ({ name: 'Spring' }), deed: 'draft.create', times: 1 },
  'upload-picture': {
    groups: authors,
    fields: () => ({ decorative: 'on' }),
    isUpload: true,
    deed: 'picture.upload',
    times: 1,
  },
  // The library has the image by now.
  'studio-upload': { groups: authors, fields: () => ({}), isUpload: true },
  'save-picture': {
    groups: authors,
    fields: ({ spareDraft }) => ({
      draft: spareDraft,
      document: 'landings/default',
      place: 'blocks[1].image',
      was: 'images/satin.jpg',
    }),
    isUpload: true,
  },
  'replace-picture': {
    groups: authors,
    fields: ({ spareDraft }) => ({ draft: spareDraft, picture: 'images/satin.jpg' }),
    isUpload: true,
  },
  'describe-picture': {
    groups: authors,
    fields: ({ image }) => ({ picture: image, decorative: 'on' }),
    deed: 'picture.describe',
    times: 1,
  },
  'set-focus': {
    groups: authors,
    fields: ({ image }) => ({ picture: image, 'focus.x': '1', 'focus.y': '1' }),
    deed: 'picture.describe',
    times: 1,
  },
  'remove-picture': { groups: authors, fields: ({ image }) => ({ picture: image }), deed: 'picture.remove', times: 1 },
  'save-texts': {
    groups: authors,
    fields: ({ draft }) => ({ draft, document: PAGE, block: 'about', 'key-0': 'site.about' }),
  },
  'save-settings': { groups: authors, fields: ({ draft }) => ({ draft, document: PAGE }) },
  'remove-claim': { groups: authors, fields: ({ draft }) => ({ draft, claim: 'none' }) },
  'save-json': { groups: authors, fields: ({ draft }) => ({ draft, document: PAGE }) },
  'studio-preview': { groups: authors, fields: ({ draft }) => ({ draft, document: PAGE, locale: 'en', edits: '{}' }) },
  'studio-save': { groups: authors, fields: ({ draft }) => ({ draft, document: PAGE, edits: '{}' }) },
  'studio-variation': { groups: authors, fields: ({ draft }) => ({ draft, document: PAGE, name: 'short' }) },
  'revert-file': { groups: authors, fields: ({ draft }) => ({ draft, path: 'pins.json' }) },
  'save-redirect': {
    groups: authors,
    fields: ({ draft }) => ({ draft, address: '/former-address', destination: '' }),
  },
  'create-from-template': {
    groups: authors,
    fields: () => ({ template: 'shop', name: 'winter-sale' }),
    deed: 'draft.create',
    times: 1,
  },
  'import-translations': {
    groups: authors,
    fields: ({ draft }) => ({ draft }),
    isUpload: 'key,en,de,note\nsite.unknown,Hello,Hallo,\n',
  },
  'copy-document': {
    groups: authors,
    fields: ({ spareDraft }) => ({
      draft: spareDraft,
      document: PAGE,
      name: 'about-you',
      address: '/about-you',
      mode: 'copy',
    }),
  },
  'preview-unpublish-document': {
    groups: authors,
    fields: ({ spareDraft }) => ({ draft: spareDraft, document: PAGE }),
  },
  'unpublish-document': {
    groups: authors,
    fields: ({ spareDraft }) => ({ draft: spareDraft, document: PAGE }),
    preview: 'preview-unpublish-document',
  },
  'subscribe-calendar': { groups: authors, fields: () => ({}), deed: 'calendar.subscribe', times: 1 },
  'unsubscribe-calendar': { groups: authors, fields: () => ({}), deed: 'calendar.unsubscribe', times: 1 },
  'draft-mails': { groups: authors, fields: () => ({ wanted: 'on' }), deed: 'admin.draft-mails', times: 1 },
  'preview-discard-draft': { groups: authors, fields: ({ spareDraft }) => ({ draft: spareDraft }) },
  'create-draft-preview': {
    groups: authors,
    fields: ({ draft }) => ({ draft, document: 'landings/default', locale: 'en', days: '1' }),
    deed: 'preview.create',
    times: 1,
  },
  'revoke-draft-preview': {
    groups: authors,
    fields: ({ draft, previews: [link = ''] }) => ({ draft, link }),
    deed: 'preview.revoke',
    times: 1,
  },
  'create-site-preview': {
    groups: authors,
    fields: () => ({ document: 'landings/default', locale: 'en', days: '1' }),
    deed: 'preview.create',
    times: 1,
  },
  'revoke-site-preview': {
    groups: authors,
    fields: ({ previews: [, link = ''] }) => ({ link }),
    deed: 'preview.revoke',
    times: 1,
  },
  'discard-draft': {
    groups: authors,
    fields: ({ spareDraft }) => ({ draft: spareDraft }),
    preview: 'preview-discard-draft',
    deed: 'draft.discard',
    times: 1,
  },
  'accept-variants': {
    groups: authors,
    fields: ({ draft, seen }) => ({ draft, seen, 'accept-landings/one-step': 'on' }),
  },
  'submit-draft': {
    groups: authors,
    fields: ({ draft }) => ({ draft, note: 'Spring' }),
    operation: ({ draft }, key) => `submitDraft(draft: "${draft}", note: "Spring", idempotencyKey: "${key}")`,
    deed: 'draft.submit',
    times: 1,
  },
  'decline-draft': {
    groups: publish,
    fields: ({ draft }) => ({ draft, reason: 'Later' }),
    operation: ({ draft }, key) => `declineDraft(draft: "${draft}", reason: "Later", idempotencyKey: "${key}")`,
    deed: 'draft.decline',
    times: 1,
  },
  'preview-publish-draft': { groups: publish, fields: ({ draft }) => ({ draft, note: 'Spring' }) },
  'publish-draft': {
    groups: publish,
    fields: ({ draft }) => ({ draft, note: 'Spring' }),
    preview: 'preview-publish-draft',
    operation: ({ draft }, key) => `publishDraft(draft: "${draft}", note: "Spring", idempotencyKey: "${key}")`,
    deed: 'revision.publish',
    times: 1,
  },
  'preview-restore-revision': { groups: publish, fields: () => ({ revision: '0', note: 'Back' }) },
  'restore-revision': {
    groups: publish,
    fields: () => ({ revision: '0', note: 'Back' }),
    preview: 'preview-restore-revision',
    operation: (_, key) => `restorePublication(revision: 0, note: "Back", idempotencyKey: "${key}")`,
    deed: 'revision.roll-back',
    times: 1,
  },
  'preview-withdraw-revision': { groups: publish, fields: ({ scheduled }) => ({ revision: scheduled }) },
  'withdraw-revision': {
    groups: publish,
    fields: ({ scheduled }) => ({ revision: scheduled }),
    preview: 'preview-withdraw-revision',
    operation: ({ scheduled }, key) => `withdrawPublication(revision: ${scheduled || 0}, idempotencyKey: "${key}")`,
    deed: 'revision.withdraw',
    times: 1,
  },
  'sign-out': { groups: staff },
};
