import { describe, expect, test } from 'vitest';
import { addCode, bench, engines } from '#tests/helpers/backend.ts';
import { projectStep } from '#tests/helpers/project-forms.ts';
import { openDraft } from './stored-draft.ts';

describe.each(engines)('a draft on %s', (engine) => {
  const { start } = bench(engine);

  test('Each step of a draft is stored beside the others, replaces itself, and none is lost to a concurrent one', async () => {
    const { members } = await start();
    const network = '192.0.2.1';
    const names = { gender: 'woman', firstName: 'Marie', lastName: 'Curie' };
    const save = async (draft: string | null, step: string, form: object): Promise<string> => {
      const saved = await members.saveDraft({ draft, ...projectStep(step), form, network });
      return saved.outcome === 'saved' ? saved.draft : saved.outcome;
    };
    const address = { email: 'marie@example.com', country: 'FR' };
    const draft = await save(null, 'code-last-step-1', address);
    const both = await Promise.all([
      save(draft, 'code-last-step-1', { ...address, country: 'DE' }),
      save(draft, 'code-last-step-2', { ...names, newsletter: true }),
    ]);
    expect(both).toEqual([draft, draft]);
    const values = { ...names, email: 'marie@example.com', country: 'DE' };
    expect(await members.loadDraft(draft)).toEqual({ values: { ...values, newsletter: true } });
    await save(draft, 'code-last-step-2', names);
    expect(await members.loadDraft(draft)).toEqual({ values });
  });

  test('the draft of a first step is written as the release before wrote it', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    const form = { email: 'marie@example.com', country: 'FR', code: 'PLACES' };
    const step = projectStep('registration-step-1');
    await backend.members.saveDraft({ draft: null, ...step, form, network: '192.0.2.1' });
    const { db } = backend.ports.database;
    const rows = await db.selectFrom('registration_drafts').select(['session_hash', 'content']).execute();
    expect(rows.map(({ session_hash, content }) => openDraft(backend.ports, session_hash, content))).toEqual([form]);
  });
});
