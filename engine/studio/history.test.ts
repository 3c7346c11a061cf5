import { describe, expect, test } from 'vitest';
import {
  type StudioChange,
  applyStep,
  type StudioContent,
  emptyHistory,
  type EditHistory,
  recordStep,
  redoStep,
  undoStep,
} from './history.ts';

const text = (before: string, after: string): StudioChange => ({
  kind: 'text',
  key: 'a.b',
  locale: 'en',
  before,
  after,
});
const file = (before: string, after: string): StudioChange => ({ kind: 'file', path: 'a.json', before, after });

describe('undo and redo', () => {
  const start: StudioContent = { files: { 'a.json': '{}' }, texts: { 'a.b': { en: '' } } };
  const edits: readonly (readonly [subject: string, at: number, change: StudioChange])[] = [
    ['text', 0, text('', 'S')],
    ['text', 200, text('S', 'Sp')],
    ['file', 400, file('{}', '{"a":1}')],
    ['text', 600, text('Sp', 'Spr')],
    ['text', 9_000, text('Spr', 'Spring')],
  ];
  const done = edits.reduce(
    ({ history, content }, [subject, at, change]) => ({
      history: recordStep(history, { subject, at, changes: [change] }),
      content: applyStep(content, [change], 'after'),
    }),
    { history: emptyHistory, content: start },
  );

  test('keys that follow one another in a field are one step, a pause or another field begins the next', () => {
    expect(done.history.past.map(({ changes }) => changes)).toEqual([
      [text('', 'Sp')],
      [file('{}', '{"a":1}')],
      [text('Sp', 'Spr')],
      [text('Spr', 'Spring')],
    ]);
  });

  test('all the way back is what was opened, all the way forth what was written, and an edit ends the way forth', () => {
    let { history, content }: { history: EditHistory; content: StudioContent } = done;
    for (let next = undoStep(history); next !== null; next = undoStep(history)) {
      history = next.history;
      content = applyStep(content, next.step.changes, 'before');
    }
    expect(content).toEqual(start);
    for (let next = redoStep(history); next !== null; next = redoStep(history)) {
      history = next.history;
      content = applyStep(content, next.step.changes, 'after');
    }
    expect(content).toEqual(done.content);
    const back = undoStep(history);
    const other = recordStep(back?.history ?? history, { subject: 'text', at: 9_100, changes: [text('Spr', 'X')] });
    expect(other.future).toEqual([]);
    expect(other.past).toHaveLength(4);
  });
});
