import type { Rule } from '../rule.ts';

export const json: Rule = {
  id: 'json',
  severity: 'error',
  description: "Every file is strict JSON in UTF-8, has each key once and no key that reaches an object's prototype.",
  source: ({ file, problems }) =>
    problems
      .filter(({ kind }) => kind !== 'unreadable')
      .map(({ offset, path, message, found }) => ({ location: { file, path, offset }, message, found })),
};
