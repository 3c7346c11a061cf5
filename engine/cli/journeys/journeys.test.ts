import { expect, test } from 'vitest';
import { UserError } from '#engine/shared/errors.ts';
import type { JourneyDocument } from '#schemas/generated/documents.ts';
import { drawFlowDiagram } from './draw-flow-diagram.ts';
import { writeDiagrams, writeJourneyPage } from './journey-page.ts';
import { drawMachineDiagram } from './draw-machine-diagram.ts';
import { readWalks } from './walks.ts';

const document: JourneyDocument = {
  $schema: '',
  version: 4,
  machines: {
    entry: {
      subject: 'row',
      initial: 'none',
      states: { none: {}, 'out-of-balance': { for: 'linkDays' } },
      transitions: [
        { from: ['none', 'out-of-balance'], on: 'join', to: 'out-of-balance' },
        { from: ['out-of-balance'], on: 'leave', to: 'none' },
        { from: ['out-of-balance'], on: 'expire', to: 'none' },
      ],
    },
    visit: {
      subject: 'visitor',
      initial: 'new',
      states: {
        new: {},
        known: {
          screens: [{ when: { voucher: ['own', 'lent'] }, page: 'pages/voucher' }, { page: 'pages/welcome' }],
        },
      },
      transitions: [{ from: ['new'], on: 'finish.done', to: 'known' }],
    },
  },
  flows: {
    short: {
      steps: [
        { name: 'first', form: 'ask' },
        { name: 'second', form: 'tell', page: 'pages/second' },
      ],
    },
  },
  forms: {
    ask: { post: 'ask', useCase: 'begin', page: 'landings/default' },
    tell: { post: 'tell', useCase: 'finish', page: 'pages/second', fields: ['name', 'code'], optional: ['code'] },
  },
  outcomes: {
    begin: { saved: [{ step: 'next', event: 'begun' }], invalid: [{ refuse: 'fields' }], late: [{ refuse: 'later' }] },
    finish: {
      done: [
        { when: { nextStep: 'dialog' }, stay: true },
        { screen: 'visit', session: 'add' },
      ],
      refused: [{ deny: 'bare' }],
      closed: [{ refuse: 'sentence', sentence: 'refusals.closed' }],
    },
  },
};

/** Lines of Mermaid's grammar that are used here, token by token. */
const stateLine =
  /^(?:stateDiagram-v2| {2}state "[^"]+" as s\d+| {2}(?:\[\*\]|s\d+) --> s\d+| {2}s\d+ --> s\d+ : [^:;#\n"]+)$/;
const text = '"[^"\\n]*"';
const flowLine = new RegExp(
  `^(?:flowchart TD|  \\w+(?:\\[${text}\\]|\\(${text}\\)|\\(\\[${text}\\]\\))|  \\w+ -->(?:\\|${text}\\|)? \\w+)$`,
);

test('A machine is drawn with its times, one arrow per way and all that happens on it', () => {
  const diagram = drawMachineDiagram(document, 'entry');
  expect(diagram.split('\n')).toEqual([
    'stateDiagram-v2',
    '  state "none" as s0',
    '  state "out-of-balance (linkDays)" as s1',
    '  [*] --> s0',
    '  s0 --> s1 : join',
    '  s1 --> s1 : join',
    '  s1 --> s0 : leave<br>expire',
  ]);
});

test('A flow is drawn from the landing over its steps to where each outcome leads, with conditions and conversions', () => {
  expect(drawFlowDiagram(document, 'short').split('\n')).toEqual([
    'flowchart TD',
    '  start(["a landing with the flow short"])',
    '  f0["first<br>form ask"]',
    '  f1["second<br>form tell<br>name, code (optional)<br>pages/second"]',
    '  p0("a dialog on the page of the form")',
    '  p1("the screen of visit: known")',
    '  p2("the deny page")',
    '  start --> f0',
    '  f0 -->|"begin.saved, begun"| f1',
    '  f0 -->|"begin.invalid<br>begin.late"| f0',
    '  f1 -->|"finish.done, if nextStep is dialog"| p0',
    '  f1 -->|"finish.done, otherwise"| p1',
    '  f1 -->|"finish.refused"| p2',
    '  f1 -->|"finish.closed"| f1',
  ]);
});

test('Every line is one of Mermaid’s grammar, whatever the names are', () => {
  const odd = JSON.parse(
    JSON.stringify(document)
      .replaceAll('finish.done', 'fi;ni:sh.do#ne')
      .replaceAll('"second"', String.raw`"\"se>cond\""`)
      .replaceAll('linkDays', String.raw`link\"Days`),
  ) as JourneyDocument;
  for (const drawn of [document, odd]) {
    for (const line of drawMachineDiagram(drawn, 'entry').split('\n')) expect(line).toMatch(stateLine);
    for (const line of drawMachineDiagram(drawn, 'visit').split('\n')) expect(line).toMatch(stateLine);
    for (const line of drawFlowDiagram(drawn, 'short').split('\n')) expect(line).toMatch(flowLine);
  }
});

test('Every arrow has the number of walks over it, 0 if there are none', () => {
  const walks = readWalks(
    JSON.stringify({ entry: { 'none join out-of-balance': 3 }, 'begin.saved': 5, 'finish.done': 2 }),
    'walks.json',
  );
  const machine = drawMachineDiagram(document, 'entry', walks);
  expect(machine).toContain('s0 --> s1 : join (×3)');
  expect(machine).toContain('s1 --> s0 : leave (×0)<br>expire (×0)');
  const flow = drawFlowDiagram(document, 'short', walks);
  expect(flow).toContain('f0 -->|"begin.saved, begun (×5)"| f1');
  expect(flow).toContain('begin.invalid (×0)<br>begin.late (×0)');
  expect(writeJourneyPage('toy', document, walks)).toContain('| `finish.refused` | always | the deny page | 0 |');
});

test.each(['', '[]', '{ "entry": "many" }', '{'])('%j are not walks', (written) => {
  expect(() => readWalks(written, 'walks.json')).toThrow(UserError);
  expect(() => readWalks(written, 'walks.json')).toThrow('walks.json holds no counts of walks');
});

test('The page of a journey holds every flow, every machine with its screens, and every outcome in words', () => {
  const page = writeJourneyPage('toy', document);
  expect([...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual([
    'Flow `short`',
    'Machine `entry`',
    'Machine `visit`',
    'Outcomes',
  ]);
  expect(page).toContain('| `known` | if voucher is own or lent | `pages/voucher` |');
  expect(page).toContain('| `known` | otherwise | `pages/welcome` |');
  expect(page).toContain('| `finish.done` | otherwise | the screen of visit: known; the session stores it |');
  expect(page.match(/```mermaid\n[^`]+\n```/g)).toHaveLength(3);
  expect(page).toContain(writeDiagrams(document));
});
