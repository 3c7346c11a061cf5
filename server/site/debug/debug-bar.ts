import { createHash } from 'node:crypto';
import { escapeAttribute, escapeHtml } from '#engine/shared/escape.ts';
import type { Template } from '#engine/compile/types.ts';
import { type ForceableExperiment, forceableExperiments } from '#engine/decide/experiments/index.ts';
import { explainDecision } from '#engine/decide/explain-decision.ts';
import { match } from '#engine/decide/match.ts';
import type { Decision, Facts, PageDecision, TraceStep } from '#engine/decide/types.ts';
import type { Site } from '#engine/documents/types.ts';
import { readQueryValue, splitUrl } from '#engine/routing/split-url.ts';
import { EVENT_VIEW_PATH } from './event-view.ts';
import { pageStyle, shadowStyle } from './style.ts';

/** `?debug` shows the bar, `?debug=open` expanded. */
const PARAMETER = 'debug';

const styleHashes = [pageStyle, shadowStyle]
  .map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  .join(' ');

/** Whether a URL requests the bar. */
export function asksToDebug(url: string): boolean {
  return url.includes(PARAMETER) && readQueryValue(splitUrl(url).query, PARAMETER) !== null;
}

export interface DebuggedPage {
  readonly decision: Decision;
  /** Appends the bar to a page and allows its style in the CSP. */
  readonly addBar: (template: Template) => Template;
}

/** Decides a request, with a bar that explains the decision (X7, N5). */
export function buildDebugPage(facts: Facts, site: Site): DebuggedPage {
  const { decision, steps } = explainDecision(facts, site);
  return {
    decision,
    addBar(template) {
      if (decision.kind !== 'page') return template;
      const bar = renderBar({
        decision,
        steps,
        facts,
        experiments: experimentsOn(facts, site),
        basePath: site.deployment.basePath,
      });
      const { contentSecurityPolicy: policy, end } = template;
      const allowed = policy.replace(/(style-src [^;]*)/, `$1 ${styleHashes}`);
      return { ...template, end: bar + end, contentSecurityPolicy: allowed };
    },
  };
}

/** Experiments on the requested document. */
function experimentsOn({ url, experiments }: Facts, site: Site): readonly ForceableExperiment[] {
  const { document } = match(url, site);
  return document === undefined || experiments === undefined ? [] : forceableExperiments(document, experiments, site);
}

interface Bar {
  readonly decision: PageDecision;
  readonly steps: readonly TraceStep[];
  readonly facts: Facts;
  readonly experiments: readonly ForceableExperiment[];
  readonly basePath: string;
}

/** In a declarative shadow tree, without the page's styles; only the list of events needs JavaScript. */
function renderBar(bar: Bar): string {
  const open = readQueryValue(splitUrl(bar.facts.url).query, PARAMETER) === 'open' ? ' open' : '';
  return `<style>${pageStyle}</style><vitrine-debug data-stays lang="en" dir="ltr"><template shadowrootmode="open"><style>${shadowStyle}</style><details${open}><summary>${summary(bar)}</summary><div class="panel" tabindex="0" role="region" aria-label="Why this page"><div class="column"><section><h2>Page as it was loaded</h2>${pageFacts(bar)}</section>${renderExperiments(bar)}<section><h2>This view</h2><ul class="leave"><li><a href="${escapeAttribute(hrefWith(bar, {}, false))}">Close it</a></li><li><a href="${escapeAttribute(hrefWith(bar, { disablegb: 'true' }))}">Without experiments</a></li></ul></section></div><section><h2>Events</h2><p class="note">What waits for an answer about consent, what was reported, what was refused. Needs a script.</p><ol data-events></ol><h2>Every step of the decision</h2><ol>${bar.steps.map(step).join('')}</ol></section></div></details></template></vitrine-debug><script type="module" src="${bar.basePath}${EVENT_VIEW_PATH}"></script>`;
}

function summary({ decision, steps }: Bar): string {
  const { document, variations: shownVariations, locale } = decision;
  const assigned = variationsIn(steps).map(({ experiment, variation }) => `${experiment}: ${variation}`);
  const shown: [string, string][] = [
    ['Document', document],
    ...(shownVariations.length > 0 ? [['Variant', shownVariations.join(', ')] satisfies [string, string]] : []),
    ['Variation', assigned.join(', ') || 'none'],
    ['Language', locale],
  ];
  return `<span class="facts">${shown.map(([name, value]) => `<span><i>${name}</i> <b>${escapeHtml(value)}</b></span>`).join('')}</span>`;
}

function pageFacts({ decision }: Bar): string {
  const { document, variations: shownVariations, locale, path, status, outcome, facets, moved, exposures } = decision;
  const rows: [string, string][] = [
    ['Document', document],
    ['Variant', shownVariations.join(', ') || 'none'],
    ['Language', locale],
    ['Address', moved ? `${path}, in place of the one asked for` : path],
    ['Answer', `${status}, ${outcome}`],
    [
      'Facets',
      Object.entries(facets)
        .map(([name, value]) => `${name} = ${value}`)
        .join(', ') || 'none',
    ],
    ['Counted', exposures.length === 0 ? 'nothing' : 'nothing, because this view is open'],
  ];
  return `<dl>${rows.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`;
}

function renderExperiments(bar: Bar): string {
  if (bar.experiments.length === 0)
    return '<section><h2>Experiments</h2><p class="note">None on this page.</p></section>';
  const assigned = new Map(variationsIn(bar.steps).map(({ experiment, variation }) => [experiment, variation]));
  const list = bar.experiments.map(({ key, live, variations, obstacle }) => {
    const state = obstacle ?? (live ? 'live' : 'paused: only these links show its variations');
    const links = variations.map((variation, index) => {
      const current = assigned.get(key) === variation ? ' aria-current="true"' : '';
      return `<li><a href="${escapeAttribute(hrefWith(bar, { [key]: String(index) }))}"${current}>${escapeHtml(variation)}</a></li>`;
    });
    return `<div class="experiment"><p><b>${escapeHtml(key)}</b> <span class="note">${escapeHtml(state)}</span></p><ul class="variations">${links.join('')}</ul></div>`;
  });
  return `<section><h2>Experiments</h2>${list.join('')}</section>`;
}

function variationsIn(steps: readonly TraceStep[]): readonly NonNullable<TraceStep['variation']>[] {
  return steps.flatMap(({ variation: chosen }) => chosen ?? []);
}

function step({ step: name, note }: TraceStep): string {
  return `<li><span>${name}</span><span>${escapeHtml(note)}</span></li>`;
}

/** The same address with other variations; previous selections are removed. */
function hrefWith(
  { facts: { url }, experiments }: Bar,
  parameters: Readonly<Record<string, string>>,
  debug = true,
): string {
  const { path, query } = splitUrl(url);
  const rest = new URLSearchParams(query);
  for (const name of [PARAMETER, 'disablegb', ...experiments.map(({ key }) => key)]) rest.delete(name);
  for (const [name, value] of Object.entries(parameters)) rest.set(name, value);
  if (debug) rest.set(PARAMETER, 'open');
  const search = rest.toString();
  return search === '' ? path : `${path}?${search}`;
}
