import type { Rule } from '../rule.ts';

export const unreadableFile: Rule = {
  id: 'unreadable-file',
  severity: 'error',
  description: 'Every file is readable: it is neither a broken link nor a folder, and this user has the permission.',
  source: ({ file, problems }) =>
    problems
      .filter(({ kind }) => kind === 'unreadable')
      .map(({ message }) => ({ location: { file, path: [] }, message })),
};
