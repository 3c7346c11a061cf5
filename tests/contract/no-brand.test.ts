import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listPaths } from '#engine/documents/list-paths.ts';
import type { BrandDocument, SiteDocument } from '#schemas/generated/documents.ts';

const read = <Document>(file: string): Document => JSON.parse(readFileSync(file, 'utf8')) as Document;
const brand = read<BrandDocument>('pages-config/brand.json');
const site = read<SiteDocument>('pages-config/site.json');

/** Code that serves any site. Blocks, documents, texts and images belong to the site. */
const sources = listPaths('.', ['{engine,server,commands,journeys}/**/*.{ts,tsx,css,json}', 'schemas/*.json'])
  .filter((file) => !/\.test\.tsx?$|^journeys\/[^/]+\/blocks\//.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

/** Colours that no visitor of a site sees, or that only show how a colour is written. */
const allowed: Readonly<Record<string, string>> = {
  'engine/shared/contrast.ts': 'an example in a comment',
  'engine/compile/assets/derive-image.ts': 'an example in a comment',
  'engine/block-kit/render-sink.ts': 'an example in a comment',
  'engine/compile/assets/inspect-grades.ts': 'an example in a comment',
  'engine/documents/rules/low-contrast/rule.ts': 'a colour that no brand has, to see what changes with it',
  'engine/documents/schema-errors/describe-pattern.ts': 'an example in a finding',
  'engine/documents/rules/unknown-colour/rule.ts': 'an example in a finding',
  'engine/studio/mark-elements.ts': 'differences in the studio, which are marked on pages of any look',
  'server/http/routes/dev-mailbox/style.ts': 'the mailbox of a demonstration, which is not part of the site',
  'server/http/routes/previews/style.ts': 'the bar of a preview, which lies over pages of any look',
  'server/site/debug/style.ts': 'the debug bar, which lies over pages of any look',
};

const HEX = /(?<![&\w])#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3})(?![\w-])/gi;

test('engine and server know no colour: those of a site come from its brand', () => {
  const found = sources.flatMap(({ file, text }) => [...text.matchAll(HEX)].map(([colour]) => ({ file, colour })));
  expect(found.filter(({ file }) => !Object.hasOwn(allowed, file))).toEqual([]);
  const own = new Set(Object.values(brand.colours).map((colour) => colour.toLowerCase()));
  expect(found.filter(({ colour }) => own.has(colour.toLowerCase()))).toEqual([]);
});

test('every exception is one that is still needed', () => {
  const needed = sources.filter(({ text }) => text.search(HEX) >= 0).map(({ file }) => file);
  expect(Object.keys(allowed).filter((file) => !needed.includes(file))).toEqual([]);
});

/** Colours whose names are words that code uses for other things. */
const everyday = ['paper', 'ink', 'bone', 'stone'];

test('engine and server name neither the brand nor its colours and fonts', () => {
  const { fonts, mails, colours } = brand;
  const names = [
    site.name,
    site.shortName,
    site.organization.legalName,
    mails?.sender ?? site.name,
    ...Object.values(fonts).flatMap((font) => [font.family, font.package]),
    ...Object.keys(colours).filter((name) => !name.includes('-') && !everyday.includes(name)),
  ];
  const pattern = new RegExp(`\\b(?:${names.join('|')})\\b`, 'gi');
  const found = sources.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([name]) => `${file}: ${name}`));
  expect(found).toEqual([]);
});

/** What is the journey `registration` alone: a site without it has none of this. */
const CLUB =
  /invit|inviter|waiting[ -]?list|waitlist|referral|membership|lobby|voucher|\bclub\b|\bregistrations?\b|registration_|account_activated/i;
/** Stored by running sites. */
const STORED = /\binviter_id\b/g;

/** Colleagues are invited, too: what belongs to that, in their files and elsewhere. */
const COLLEAGUES = /^server\/(?:staff\/|app\/colleague-mails|admin\/pages\/(?:colleague|content\/draft-mails))/;
const OF_COLLEAGUES = {
  here: /invit/gi,
  elsewhere: /colleague-?invitation|invitationsEnded|invitations of colleagues/gi,
};

/** Files that name it all the same. */
const clubNamed: Readonly<Record<string, string>> = {
  'vitrine.config.ts': 'registers the journey',
  'engine/cli/usage.ts': 'a former option, which is refused with its present name',
  'schemas/site.schema.json': 'a group of referring sites',
  'engine/compile/assets/match-fallback.ts': 'sentences whose letters decide the width of fonts',
};

test('nothing outside its folder names the club: neither code, nor schemas, nor comments', () => {
  const files = listPaths('.', [
    '{engine,server,commands,blocks}/**/*.{ts,tsx,mjs,css,graphql,schema.json}',
    '{schemas,deploy,.}/*.{ts,json,jsonc,mjs,yml,yaml}',
  ]).filter((file) => !/\.test\.tsx?$|\/migrations\/|^(?:pins|package-lock)\.json$/.test(file));
  expect(files.length).toBeGreaterThan(1000);
  const found = files.filter((file) => {
    const own = COLLEAGUES.test(file) ? OF_COLLEAGUES.here : OF_COLLEAGUES.elsewhere;
    return CLUB.test(readFileSync(file, 'utf8').replaceAll(STORED, '').replaceAll(own, ''));
  });
  expect(found.toSorted()).toEqual(Object.keys(clubNamed).toSorted());
});
