import type { TableView } from '#engine/shared/data-view.ts';
import type { Finding } from '#engine/shared/finding.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';

/** A finding as a sentence, with its position in the file. */
export const describeFinding = ({ line, column, message, expected }: Finding): string =>
  `${line}:${column} ${message}${expected === undefined ? '' : ` (${expected})`}`;

/** Findings with position, rule and suggested fix. */
export function buildFindingsTable({ t }: AdminRequest, findings: readonly Finding[]): TableView {
  return {
    caption: t('state.finding'),
    columns: [{ label: t('state.place') }, { label: t('state.rule') }, { label: t('state.finding') }],
    rows: findings.map(({ file, line, column, path, rule, severity, message, expected, suggestion }, index) => {
      const advice = [expected, suggestion].filter((each) => each !== undefined).join(' · ');
      return {
        key: String(index),
        cells: [
          { text: `${file}:${line}:${column}`, ...(path !== '' && { sub: path }) },
          { text: rule, mark: severity === 'error' ? ('stop' as const) : ('alert' as const) },
          { text: message, ...(advice !== '' && { sub: advice }) },
        ],
      };
    }),
    empty: { title: t('state.noFindings'), text: t('content.noFindingsText') },
  };
}
