import { isObject } from '../../json.ts';
import type { Remark } from '../../place.ts';
import type { GradedUse } from '../../project.ts';
import type { GradedCrop } from '../../types.ts';
import type { Rule } from '../rule.ts';

export const pictureGrade: Rule = {
  id: 'picture-grade',
  severity: 'error',
  description:
    'Every crop with a grade is dark or light enough in each of its files for the text on it (WCAG 2.2, 1.4.3).',
  project: function* ({ crossing, uses }) {
    if (crossing.length === 0) return;
    const keys = new Set(crossing.map(keyOf));
    for (const use of uses.graded) if (keys.has(keyOf(use))) yield tooBright(use);
  },
};

function keyOf({ src, grade, crop }: Pick<GradedUse, keyof GradedCrop>): string {
  const { x, y, width, height } = isObject(crop) ? crop : {};
  return JSON.stringify([src, grade, x, y, width, height]);
}

function tooBright({ src, grade, place }: GradedUse): Remark {
  const text = grade === 'dark' ? 'light' : 'dark';
  return {
    place,
    message: `This part of the picture "${src}" crosses the limit of the grade "${grade}" in one of its files whatever the margin, so that ${text} text on it cannot be read everywhere.`,
    expected: 'a smoother part of the picture, or another picture',
    // The same part in several places is one mistake.
    mark: grade,
    together: {
      place: { file: src, path: [] },
      message: `Parts of the picture "${src}" that several places show cross the limit of the grade "${grade}" in one of their files whatever the margin, so that ${text} text on them cannot be read everywhere.`,
    },
  };
}
