import { describe, expect, test } from 'vitest';
import { HOUR } from '#server/platform/database/timestamp.ts';
import { bench, START, type TestBackend } from '#tests/helpers/backend.ts';
import { actor, publishingOn, TEXTS } from '#tests/helpers/publishing.ts';
import { calmVariant, experimentWith } from '#tests/helpers/small-project.ts';

const EXPERIMENT_SCHEMA = '../../schemas/generated/editor/experiment.schema.json';
const LANDING_SCHEMA = '../../schemas/generated/editor/landing.schema.json';

describe('publications of experiments', () => {
  const { start } = bench('sqlite');
  const project = publishingOn(start);

  const EXPERIMENT = 'pages-config/experiments/calm.json';
  const PHASES = 'pages-config/phases.json';
  const calm = (more: object = {}) =>
    JSON.stringify({ ...experimentWith(['calm']), $schema: EXPERIMENT_SCHEMA, ...more });
  const VARIANT = {
    'pages-config/landings/calm.json': JSON.stringify({ ...calmVariant, $schema: LANDING_SCHEMA }),
  };
  /** The newest record of phases that a revision holds. */
  const recordIn = async ({ publications }: Pick<TestBackend, 'publications'>): Promise<string> =>
    (await publications.readRevisions(9)).flatMap(({ files }) => files.filter(({ path }) => path === PHASES))[0]
      ?.after ?? '{}';
  const weights = (control: number) => ({
    variations: [
      { key: 'control', weight: control },
      { key: 'calm', variant: 'landings/calm', weight: 1 },
    ],
  });

  test('a phase that began with a publication cannot get other weights with a later one, and a new one can', async () => {
    const site = await project();
    const { put } = site;
    expect(await put({ ...VARIANT, [EXPERIMENT]: calm() })).toMatchObject({ code: 'PUBLISHED', revision: 1 });
    expect(JSON.parse(await recordIn(site))).toMatchObject({
      calm: { 1: { arms: { control: 0.5, calm: 0.5 } } },
    });
    expect(await put({ [EXPERIMENT]: calm(weights(3)) })).toMatchObject({
      code: 'REFUSED',
      findings: [{ rule: 'experiment-phase', file: EXPERIMENT, path: 'variations[0].weight' }],
    });
    expect(await put({ [EXPERIMENT]: calm({ ...weights(3), phase: 2 }) })).toMatchObject({
      code: 'PUBLISHED',
      revision: 2,
    });
    expect(Object.keys(JSON.parse(await recordIn(site)).calm)).toEqual(['1', '2']);
  });

  test('a roll-back never rolls phases, weights or seeds back; one to before the start of an experiment ends it', async () => {
    const site = await project();
    const { publications, put, read, text, built } = site;
    await put({ [TEXTS]: text('Zero') });
    await put({ ...VARIANT, [EXPERIMENT]: calm() });
    const second = calm({ ...weights(3), phase: 2 });
    await put({ [EXPERIMENT]: second, [TEXTS]: text('Two') });
    const record = await recordIn(site);
    const back = (to: number) => publications.rollBack({ to, note: 'Back', actor, key: `back ${to}` });
    expect(await back(2)).toMatchObject({ code: 'PUBLISHED' });
    expect([await read(TEXTS), await read(EXPERIMENT), await recordIn(site)]).toEqual([text('Zero'), second, record]);
    expect(await back(0)).toMatchObject({ code: 'PUBLISHED' });
    expect([await read(TEXTS), await read(EXPERIMENT), await recordIn(site)]).toEqual([built, null, record]);
    // Visitors of its first phase would be counted with others.
    expect(await put({ ...VARIANT, [EXPERIMENT]: calm() })).toMatchObject({ code: 'REFUSED' });
  });

  test('no scheduled revision brings an experiment or the record of phases back, regardless of the reviewer', async () => {
    const { publications, put } = await project();
    await put({ ...VARIANT, [EXPERIMENT]: calm() });
    await put({ [EXPERIMENT]: calm({ ...weights(3), phase: 2 }) }, START + HOUR);
    const paused = { [EXPERIMENT]: calm({ ...weights(3), phase: 2, status: 'paused' }) };
    const final = { revision: 2, mayOverride: false };
    expect(await put(paused, null, [2])).toMatchObject({
      code: 'CONFLICT',
      scheduled: [{ path: EXPERIMENT, ...final }],
    });
    const second = calm({ document: 'landings/summer', ...weights(1) }).replace('landings/calm', 'landings/warm');
    const other = {
      'pages-config/landings/warm.json': JSON.stringify({
        ...calmVariant,
        extends: 'landings/summer',
        $schema: LANDING_SCHEMA,
      }),
      'pages-config/experiments/other.json': second,
    };
    expect(await put(other, null, [2])).toMatchObject({ code: 'CONFLICT', scheduled: [{ path: PHASES, ...final }] });
    const later = START + 2 * HOUR;
    expect(await put(other, later)).toMatchObject({ code: 'PUBLISHED', revision: 3 });
    expect(await put(paused, later)).toMatchObject({
      code: 'CONFLICT',
      scheduled: [{ revision: 2, mayOverride: true }],
    });
    expect(await put(paused, later, [2])).toMatchObject({ code: 'PUBLISHED', revision: 4 });
    expect(await publications.withdraw({ revision: 4, actor })).toEqual({ code: 'WITHDRAWN' });
  });
});
