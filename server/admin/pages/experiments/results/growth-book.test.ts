import { describe, expect, onTestFinished, test } from 'vitest';
import { buildPayload } from '#engine/experiments/payload.ts';
import { findFormView, listNotes, signedIn, readView } from '#tests/helpers/admin-visitor.ts';
import { bench } from '#tests/helpers/backend.ts';
import { CHROME, makeExperiment } from '#tests/helpers/experiments.ts';
import { encryptPayload, startFlagService } from '#tests/helpers/flag-service.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { serveSite, testSettings } from '#tests/helpers/site-server.ts';

const site = await projectSite();

describe('experiments that GrowthBook runs', () => {
  const { start } = bench('sqlite');

  test('X18: are followed in a plain and an encrypted payload and by remote evaluation; one that names an unpublished document shows the control to visitors and its reason to staff, in their language', async () => {
    const described = site.experiments.filter(({ key }) => key === 'short-hero');
    const unpublished = buildPayload(
      [
        makeExperiment('short-hero', 'landings/unpublished'),
        makeExperiment('gone', 'landings/gone-b', { document: 'landings/gone' }),
      ],
      Date.now(),
    );
    const key = Buffer.alloc(16, 7).toString('base64');
    const service = await startFlagService({ features: {} });
    onTestFinished(() => service.stop());
    const env = {
      GROWTHBOOK_API_HOST: service.origin,
      GROWTHBOOK_CLIENT_KEY: 'sdk-test',
      GROWTHBOOK_DECRYPTION_KEY: key,
      GROWTHBOOK_REMOTE_EVAL: 'true',
      RATE_LIMIT_EXPERIMENT_VISITORS: '10000 per 1 min',
    };
    const settings = testSettings(env);
    const backend = await start({ documents: () => ({ ...site, experiments: described }), settings });
    const flagTimes = { pollMs: 40, timeoutMs: 300, retryMs: 20, maxRetryMs: 60, silenceMs: 1_000 };
    const server = await serveSite({ site, backend, settings, flagTimes });
    const shown = async (): Promise<ReadonlySet<string | null>> => {
      const browsers = Array.from({ length: 20 }, () => server.visitor({ 'user-agent': CHROME }).get('/de'));
      return new Set((await Promise.all(browsers)).map(({ document }) => document));
    };
    const evaluated = async (): Promise<string> => {
      const url = new URL('/api/eval/sdk-test', server.url);
      const body = JSON.stringify({ attributes: { acqAnonymousId: 'visitor-1', id: 'visitor-1' } });
      const headers = { 'content-type': 'application/json' };
      return (await fetch(url, { method: 'POST', headers, body })).text();
    };
    const both = new Set(['landings/default', 'landings/default landings/short-hero']);
    const control = new Set(['landings/default']);
    const running = buildPayload(described, Date.now());
    for (const payload of [running, encryptPayload(running, key)]) {
      await service.become('works', payload);
      await expect.poll(shown).toEqual(both);
      expect(await evaluated()).toContain('"key":"short-hero"');
      await service.become('works', { features: {} });
      await expect.poll(shown).toEqual(control);
    }

    const { visitor } = await signedIn(server, backend, 'publisher');
    const page = '/admin/results?experiment=short-hero';
    expect(listNotes(await visitor.get(page))).toContain('GrowthBook runs this experiment');
    for (const payload of [unpublished, encryptPayload(unpublished, key)]) {
      await service.become('works', payload);
      await expect.poll(() => backend.unavailableVariations.all.length).toBeGreaterThan(0);
      expect(await shown()).toEqual(control);
      expect(await evaluated()).toContain('landings/');
      const reasons = async (address: string) =>
        readView(await visitor.get(address)).sections.flatMap((section) =>
          section.kind === 'note' && section.mark === 'stop' ? [`${section.title}: ${section.text ?? ''}`] : [],
        );
      expect(await reasons(page)).toEqual([
        'A variation is not ready: nobody takes part in these languages: EN, DE, FR, IT, NL, PL, SV: The page landings/unpublished does not exist. It may have been unpublished.',
      ]);
      expect(await reasons('/de/admin/results?experiment=short-hero')).toEqual([
        expect.stringContaining('Die Seite landings/unpublished gibt es nicht.'),
      ]);
      expect(await reasons('/admin/results')).toEqual([
        expect.stringMatching(/^Experiment gone of GrowthBook cannot run.*The page landings\/gone does not exist\./),
      ]);
      const dashboard = await visitor.get('/admin');
      expect(dashboard.body).toContain('Experiment short-hero is not ready. Languages: 7');
      expect(dashboard.body).toContain('Experiment gone is not ready. Languages: 7');
      await service.become('works', { features: {} });
      await expect.poll(() => backend.unavailableVariations.all).toEqual([]);
    }
    const list = readView(await visitor.get(page)).sections;
    expect(list.some((section) => section.kind === 'form' && /stop-experiment/.test(section.form.id))).toBe(false);
    expect(
      list.flatMap((section) => (section.kind === 'verdict' ? section.verdict.facts.map(({ value }) => value) : [])),
    ).toContain('set in GrowthBook');
    await backend.switchExperiment({ experiment: 'short-hero', stops: true, actor: 'command-line' });
    expect(findFormView(await visitor.get(page), 'preview-start-experiment').submit).toBe('Preview');
  });
});
