import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { FormView } from '#engine/block-kit/index.ts';
import { Actions } from './Actions.tsx';

const form = (id: string): FormView => ({
  id,
  method: 'post',
  action: `/do/${id}`,
  hidden: {},
  fields: [],
  submit: id,
});

test('Each action is a button that opens its form without a script, and no more than one of them is open.', () => {
  const markup = renderToStaticMarkup(
    <Actions
      id="codes"
      actions={[
        { label: 'Create', form: form('create'), isOpen: true },
        { label: 'Import', form: form('import'), isOpen: false },
      ]}
    />,
  );
  expect(markup.match(/<details name="codes-actions"[^>]*>/g)).toEqual([
    '<details name="codes-actions" open="">',
    '<details name="codes-actions">',
  ]);
  expect(markup).toMatch(/<summary class="btn btn-primary">Create<\/summary><form id="create"/);
});
