import { swap } from './small-project.ts';

/** Edits of the landing of the small project, which add a block with these blocks inside as `blocks[3]`. */
const adding = (block: object): ((text: string) => string) =>
  swap('"lead": "landing.labels"\n    }', `"lead": "landing.labels"\n    }, ${JSON.stringify(block)}`);

/** Adds the block `sides` of the type `columns`. */
export const columnsIn = (...blocks: readonly object[]): ((text: string) => string) =>
  adding({ id: 'sides', type: 'columns', blocks });

/** Adds the block `part` of the type `section`. */
export const sectionIn = (...blocks: readonly object[]): ((text: string) => string) =>
  adding({ id: 'part', type: 'section', title: 'landing.steps', blocks });
