import { expect, test } from 'vitest';
import type { ResolvedBlock } from '#engine/documents/types.ts';
import { projectSite } from '#tests/helpers/project-site.ts';

const site = await projectSite();

const listTypes = (blocks: readonly ResolvedBlock[]): readonly string[] =>
  blocks.flatMap((block) => [block.type, ...listTypes(block.blocks)]);

test.each(['pages/registration/activateaccount', 'pages/registration/activateaccountError'])(
  '%s asks nobody for consent (R10, R11)',
  (id) => {
    const types = listTypes(site.documents.get(id)?.blocks ?? []);
    expect(types).toContain('header');
    expect(types).not.toContain('consent-banner');
  },
);
