import { readFileSync } from 'node:fs';
import { locales } from '#schemas/generated/vocabulary.ts';
import type { Added } from './mistaken-project.ts';
import type { Mistake } from './mistakes.ts';

/** A file, or a link, that is put into an otherwise valid project, and the one finding that it must give. */
export type AddedMistake = Omit<Mistake, 'find' | 'write'> & Added;

const landing = readFileSync('tests/invalid-projects/project/pages-config/landings/default.json', 'utf8');
const image = readFileSync('tests/invalid-projects/project/images/emblem.png');
const EXPERIMENT = '../../schemas/generated/editor/experiment.schema.json';
const variant = (more: object): string =>
  JSON.stringify({
    $schema: '../../schemas/generated/editor/landing.schema.json',
    version: 4,
    extends: 'landings/default',
    changes: [],
    ...more,
  });

const inline = (text: string): object => Object.fromEntries(locales.map((locale) => [locale, text]));
const topic = {
  name: 'topic',
  type: 'radio',
  label: inline('Topic'),
  options: ['a', 'b'].map((value) => ({ value, label: inline(value.toUpperCase()) })),
};
/** A form on lines of its own for each part, so that findings name the line of what is wrong. */
const form = (change: object): string =>
  JSON.stringify(
    {
      $schema: '../../schemas/generated/editor/form.schema.json',
      version: 4,
      retention: { days: 30, why: 'Answered within a month.' },
      submit: inline('OK'),
      sent: { show: 'inline', title: inline('OK') },
      fields: [topic],
      ...change,
    },
    null,
    1,
  );
const FORM = 'pages-config/forms/lead.json';

const formMistakes: readonly AddedMistake[] = [
  {
    name: 'A form that no block shows',
    file: FORM,
    content: form({}),
    at: `${FORM}:1:1`,
    rule: 'unused-document',
    severity: 'warning',
    says: ['No block shows the form "forms/lead".'],
  },
  {
    name: 'A form without retention',
    file: FORM,
    content: form({ retention: undefined }),
    at: `${FORM}:1:1`,
    rule: 'schema',
    says: ['retention'],
  },
  {
    name: 'Places without a message for a full form',
    file: FORM,
    content: form({ places: { total: 40 } }),
    at: `${FORM}:70:12`,
    rule: 'schema',
    says: ['"full" is missing'],
  },
  {
    name: 'A consent without a policy',
    file: FORM,
    content: form({ fields: [{ name: 'agreed', type: 'consent', label: inline('Yes') }] }),
    at: `${FORM}:30:3`,
    rule: 'schema',
    says: ['policy'],
  },
  {
    name: 'A name that two fields have',
    file: FORM,
    content: form({ fields: [{ name: 'topic', type: 'text', label: inline('Topic') }, topic] }),
    at: `${FORM}:44:12`,
    rule: 'form-fields',
    says: ['There is a field "topic" already'],
  },
  {
    name: 'A condition on a field that a form does not have',
    file: FORM,
    content: form({
      fields: [topic, { name: 'more', type: 'text', label: inline('More'), when: { field: 'topik', is: ['a'] } }],
    }),
    at: `${FORM}:82:14`,
    rule: 'form-fields',
    says: ['No earlier field "topik" has options', 'Did you mean "topic"?'],
  },
  {
    name: 'A required field that is never shown',
    file: FORM,
    content: form({
      fields: [
        topic,
        { name: 'more', type: 'text', label: inline('More'), required: true, when: { field: 'topic', is: ['c'] } },
      ],
    }),
    at: `${FORM}:85:6`,
    rule: 'form-fields',
    says: ['The field "topic" never has the value "c".'],
  },
  {
    name: 'A form with a day that does not exist',
    file: FORM,
    content: form({ fields: [{ name: 'day', type: 'date', label: inline('Day'), from: '2027-02-30' }] }),
    at: `${FORM}:42:12`,
    rule: 'form-fields',
    says: ['There is no day 2027-02-30.'],
  },
  {
    name: 'A message for a field that may be left empty',
    file: FORM,
    content: form({ fields: [{ name: 'a', type: 'text', label: inline('A'), messages: { required: inline('B') } }] }),
    at: `${FORM}:43:17`,
    rule: 'form-fields',
    says: ['this message is never shown'],
  },
  {
    name: 'An address that browsers fill into a field of any text',
    file: FORM,
    content: form({ fields: [{ name: 'a', type: 'text', label: inline('A'), autocomplete: 'email' }] }),
    at: `${FORM}:42:20`,
    rule: 'form-fields',
    says: ['"type": "email"'],
  },
  {
    name: 'A form that mails an entry twice',
    file: FORM,
    content: form({ actions: [1, 2].map(() => ({ do: 'mail-team', to: 'a@example.com' })) }),
    at: `${FORM}:76:10`,
    rule: 'form-fields',
    says: ['An earlier action does the same.'],
  },
];

export const addedMistakes: readonly AddedMistake[] = [
  {
    name: 'A video of another kind',
    file: 'videos/tour.mov',
    content: 'moov',
    at: 'videos/tour.mov:1:1',
    rule: 'stray-file',
    says: ['not that of a video', '.mp4, .webm or .vtt'],
  },
  {
    name: 'Captions without their first line',
    file: 'videos/tour.de.vtt',
    content: '00:01.000 --> 00:04.000\nSeide',
    at: 'videos/tour.de.vtt:1:1',
    rule: 'video-file',
    says: ['neither MP4, WebM nor WebVTT', 'WEBVTT'],
  },
  {
    name: 'A confirmed translation of a text that does not exist',
    file: 'locales/confirmed.json',
    content: '{ "de": { "landing.heroo": "424ee4a43a51" } }',
    at: 'locales/confirmed.json:1:11',
    rule: 'extra-locale',
    severity: 'warning',
    says: ['"landing.heroo"', 'Did you mean "landing.hero"?'],
  },
  {
    name: 'Confirmed translations of a language that the site does not have',
    file: 'locales/confirmed.json',
    content: '{ "dk": {} }',
    at: 'locales/confirmed.json:1:3',
    rule: 'extra-locale',
    says: ['no language "dk"'],
  },
  ...formMistakes,
  {
    name: 'A copy that a file manager made',
    file: 'pages-config/landings/default copy.json',
    content: variant({ slug: 'copy' }),
    at: 'pages-config/landings/default copy.json:1:1',
    rule: 'stray-file',
    says: ['characters that references cannot contain', 'an accidental copy'],
  },
  {
    name: 'A document whose name ends in capitals',
    file: 'pages-config/landings/winter.JSON',
    content: landing,
    at: 'pages-config/landings/winter.JSON:1:1',
    rule: 'stray-file',
    says: ['is not used', 'ends with ".json" in small letters'],
  },
  {
    name: 'A document in YAML',
    file: 'pages-config/landings/winter.yaml',
    content: 'version: 4\n',
    at: 'pages-config/landings/winter.yaml:1:1',
    rule: 'stray-file',
    says: ['is not used'],
  },
  {
    name: 'A link in place of a document',
    file: 'pages-config/landings/winter.json',
    linkTo: 'default.json',
    at: 'pages-config/landings/winter.json:1:1',
    rule: 'stray-file',
    says: ['is a link to "pages-config/landings/default.json"', 'one document has two names'],
  },
  {
    name: 'A link in place of a folder',
    file: 'pages-config/moved',
    linkTo: 'landings',
    at: 'pages-config/moved:1:1',
    rule: 'stray-file',
    says: ['is not used'],
  },
  {
    name: 'A drawing with a script',
    file: 'images/logo.svg',
    content: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    at: 'images/logo.svg:1:1',
    rule: 'stray-file',
    says: ['not that of an image', '.jpg, .png, .webp or .avif'],
  },
  {
    name: 'A drawing with a script under the name of an image',
    file: 'images/logo.png',
    content: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
    at: 'images/logo.png:1:1',
    rule: 'picture-file',
    says: ['is SVG inside', 'Export it as JPEG, PNG, WebP or AVIF'],
  },
  {
    name: 'A text under the name of an image',
    file: 'images/velvet.jpg',
    content: 'Velvet, to be sent by the studio',
    at: 'images/velvet.jpg:1:1',
    rule: 'picture-file',
    says: ['cannot be read', 'not an image that is known here'],
  },
  {
    name: 'A pointer in place of an image',
    file: 'images/velvet.jpg',
    content: 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n',
    at: 'images/velvet.jpg:1:1',
    rule: 'picture-file',
    says: ['a pointer of Git LFS', 'git lfs pull'],
  },
  {
    name: 'An image without a byte',
    file: 'images/velvet.jpg',
    content: '',
    at: 'images/velvet.jpg:1:1',
    rule: 'picture-file',
    says: ['the file is empty'],
  },
  {
    name: 'An image under the name of another format',
    file: 'images/velvet.jpg',
    content: image,
    at: 'images/velvet.jpg:1:1',
    rule: 'picture-file',
    says: ['is PNG inside', 'Rename it to end with ".png"'],
  },
  {
    name: 'Pins that Git could not merge',
    file: 'pins.json',
    content: '{\n<<<<<<< HEAD\n  "0701efed6dd9": {}\n}\n',
    at: 'pins.json:2:1',
    rule: 'json',
    says: ['Git could not merge this place'],
  },
  {
    name: 'Pins as a list',
    file: 'pins.json',
    content: '[]\n',
    at: 'pins.json:1:1',
    rule: 'schema',
    says: ['does not hold a JSON object'],
  },
  {
    name: 'A landing that nothing leads to',
    file: 'pages-config/landings/autumn.json',
    content: variant({}),
    at: 'pages-config/landings/autumn.json:1:1',
    rule: 'unused-document',
    severity: 'warning',
    says: ['The landing "landings/autumn" is unreachable', 'Give it a "slug"'],
  },
  {
    name: 'An experiment with the name of a parameter',
    file: 'pages-config/experiments/utm_source.json',
    content: JSON.stringify({
      $schema: EXPERIMENT,
      version: 4,
      status: 'paused',
      hypothesis: 'Visitors who read of summer stay.',
      document: 'landings/default',
      variations: [
        { key: 'base', weight: 1 },
        { key: 'summer', variant: 'landings/summer', weight: 1 },
      ],
    }),
    at: 'pages-config/experiments/utm_source.json:1:1',
    rule: 'reserved-parameter',
    says: ['"?utm_source=1"', 'Give the file another name'],
  },
  {
    name: 'An experiment for visitors with an attribute that nobody supplies',
    file: 'pages-config/experiments/gold.json',
    content: JSON.stringify({
      $schema: EXPERIMENT,
      version: 4,
      status: 'paused',
      hypothesis: 'Visitors who read of summer stay.',
      document: 'landings/default',
      variations: [
        { key: 'base', weight: 1 },
        { key: 'summer', variant: 'landings/summer', weight: 1 },
      ],
      targeting: { plan: ['gold'] },
    }),
    at: 'pages-config/experiments/gold.json:1:287',
    rule: 'schema',
    says: ['"plan"'],
  },
  {
    name: 'A document whose name begins with a capital letter',
    file: 'pages-config/landings/Autumn.json',
    content: variant({ slug: 'autumn' }),
    at: 'pages-config/landings/Autumn.json:1:1',
    rule: 'stray-file',
    says: ['begins with a capital letter', 'Did you mean "autumn.json"?'],
  },
  {
    name: 'Two documents that differ in capital letters alone',
    file: 'pages-config/landings/sumMer.json',
    content: variant({ slug: 'autumn' }),
    at: 'pages-config/landings/summer.json:1:1',
    rule: 'stray-file',
    says: ['differ in capital letters alone'],
  },
];
