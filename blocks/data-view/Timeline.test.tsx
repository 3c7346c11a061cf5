import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Timeline } from './Timeline.tsx';

test('What is drawn is hidden from screen readers, which get the same in words, and what is planned is drawn in another way', () => {
  const row = { text: 'from 20 to 24 November', moments: [50], findings: ['A gap follows.'] };
  const markup = renderToStaticMarkup(
    <Timeline
      timeline={{
        filter: { id: 'search', method: 'get', action: '', hidden: {}, fields: [], submit: 'Search' },
        what: 'What and when',
        ticks: [{ at: 0, label: '16 Nov' }],
        now: 25,
        rangesLabel: 'Length',
        ranges: [{ label: '4 weeks', href: '?weeks=4', current: true }],
        movesLabel: 'Move',
        moves: [{ label: 'Later', href: '?from=2026-12-14' }],
        groups: [
          {
            title: 'Windows',
            rows: [
              { ...row, key: 'a', title: 'landings/a', href: '/a', span: { from: 10, to: 40, state: 'live' } },
              { ...row, key: 'b', title: 'landings/b', span: { from: 60, to: 60, state: 'planned' } },
            ],
          },
        ],
        empty: { title: 'Nothing', text: '' },
        legend: { over: 'ended', live: 'in force', planned: 'planned', moment: 'a moment', now: null },
      }}
    />,
  );
  expect(markup.match(/<svg class="[^"]+" height="40" aria-hidden="true">/g)).toHaveLength(2);
  expect(markup).toContain('<a href="/a">landings/a</a>');
  expect(markup.match(/from 20 to 24 November/g)).toHaveLength(2);
  expect(markup.match(/A gap follows\./g)).toHaveLength(2);
  const [live, planned] = [...markup.matchAll(/<rect class="([^"]+)" x="([^"]+)" width="([^"]+)"/g)];
  expect(live?.slice(2)).toEqual(['10.00%', '30.00%']);
  expect(planned?.slice(2), 'no span is too short to be seen').toEqual(['60.00%', '0.40%']);
  expect(planned?.[1]).not.toBe(live?.[1]);
});
