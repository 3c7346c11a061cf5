import { escapeHtml } from '#engine/shared/escape.ts';
import type { CompileInput, Hole, TailValue, Template } from '#engine/compile/types.ts';

const holes = [
  'name',
  'email',
  'hours',
  'lobbyEmail',
  'appliedEmail',
  'voucherCode',
  'voucherPercent',
  'voucherUntil',
  'voucherMinimum',
];
const tails = ['code', 'validityTimestamp', 'token', 'rc', 'fref'];

/** Writes down what it was given: document, language, facets, the state of a form, and the visitor's values. */
export function plainCompile({ document, variations, locale, facets, formState, data }: CompileInput): Template {
  const { holes: stateHoles = {}, ...state } = formState ?? {};
  const parts: (string | Hole)[] = [
    `<html lang="${locale}"><h1>${[document, ...variations].join(' ')}</h1><data>${escapeHtml(JSON.stringify(facets))}</data>`,
    `<output>${escapeHtml(JSON.stringify(state))}</output>`,
    ...(data === undefined ? [] : [`<samp>${escapeHtml(JSON.stringify(data))}</samp>`]),
    ...Object.entries(stateHoles).flatMap(([field, name]): (string | Hole)[] => [
      `<input name="${field}" data-hole="${name}" value="`,
      { name, context: 'attribute' },
      '">',
    ]),
    ...holes.flatMap((name): (string | Hole)[] => [`<b id="${name}">`, { name, context: 'html' }, '</b>']),
  ];
  const tail = tails.map((name): TailValue => ({
    name,
    before: `<i id="${name}">`,
    after: '</i>',
    context: 'html',
  }));
  return {
    key: Buffer.from(JSON.stringify([document, variations, locale, facets, formState])).toString('hex'),
    document,
    locale,
    parts,
    end: '</html>',
    tail,
    opening: '',
    contentSecurityPolicy: "default-src 'none'",
    link: '',
    navigation: { title: document, locale, canonical: '', css: '', theme: 'day', behaviours: [], body: [] },
    texts: [],
    cost: { inlineScript: 0, inlineStyle: 0, firstImages: [] },
  };
}
