import type { TableView } from '#engine/shared/data-view.ts';
import type { Finding } from '#engine/shared/finding.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { RULE_PAGE } from './documents/rule-page.ts';

/** A finding as a sentence, with its position in the file. */
export const describeFinding = ({ line, column, message, expected }: Finding): string =>
  `${line}:${column} ${message}${expected === undefined ? '' : ` (${expected})`}`;

/** Maximum number of findings listed; the others often follow from the first ones. */
const MAX_LISTED = 50;

/** Findings with position, rule and suggested fix; the first ones of many. */
export function buildFindingsTable({ t, fileHref }: AdminRequest, findings: readonly Finding[]): TableView {
  const rest = findings.length - MAX_LISTED;
  const more = {
    key: 'rest',
    cells: [{ text: t('changes.rest', { count: t.number(rest) }) }, { text: '' }, { text: '' }],
  };
  return {
    caption: t('state.finding'),
    columns: [{ label: t('state.place') }, { label: t('state.rule') }, { label: t('state.finding') }],
    rows: [
      ...findings
        .slice(0, MAX_LISTED)
        .map(({ file, line, column, path, rule, severity, message, expected, suggestion }, index) => {
          const advice = [expected, suggestion].filter((each) => each !== undefined).join(' · ');
          return {
            key: String(index),
            cells: [
              { text: `${file}:${line}:${column}`, ...(path !== '' && { sub: path }) },
              {
                text: rule,
                mark: severity === 'error' ? ('stop' as const) : ('alert' as const),
                href: fileHref(RULE_PAGE, { rule }),
              },
              { text: message, ...(advice !== '' && { sub: advice }) },
            ],
          };
        }),
      ...(rest > 0 ? [more] : []),
    ],
    empty: { title: t('state.noFindings'), text: t('content.noFindingsText') },
  };
}
