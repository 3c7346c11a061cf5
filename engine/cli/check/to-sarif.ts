import { formatDependents } from './format-text.ts';
import type { Finding } from '#engine/shared/finding.ts';
import { rules } from '#engine/documents/rules/index.ts';

/** Findings as a SARIF 2.1.0 log (OASIS), which code hosts show beside lines. */
export function toSarif(findings: readonly Finding[]): object {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        columnKind: 'utf16CodeUnits',
        tool: {
          driver: {
            name: 'vitrine check',
            rules: rules.map(({ id, severity, description }) => ({
              id,
              shortDescription: { text: description },
              helpUri: `docs/rules/${id}.md`,
              defaultConfiguration: { level: severity },
            })),
          },
        },
        results: findings.map(toResult),
      },
    ],
  };
}

function toResult(finding: Finding): object {
  const { rule, severity, message, expected, suggestion, dependents, file, line, column, path, fix } = finding;
  const more = [
    ...(expected === undefined ? [] : [`Expected: ${expected}.`]),
    ...(suggestion === undefined ? [] : [`Did you mean ${JSON.stringify(suggestion)}?`]),
    ...(dependents === undefined ? [] : [formatDependents(dependents)]),
  ];
  return {
    ruleId: rule,
    level: severity,
    message: { text: [message, ...more].join(' ') },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodeURI(file) },
          region: { startLine: line, startColumn: column },
        },
        logicalLocations: path === '' ? undefined : [{ fullyQualifiedName: path }],
      },
    ],
    fixes: fix && [
      {
        artifactChanges: [
          {
            artifactLocation: { uri: encodeURI(fix.file) },
            replacements: [
              {
                deletedRegion: { charOffset: fix.offset, charLength: fix.length },
                insertedContent: { text: fix.text },
              },
            ],
          },
        ],
      },
    ],
  };
}
