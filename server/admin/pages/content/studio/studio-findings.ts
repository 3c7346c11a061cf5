import type { ExpandedDocument } from '#engine/documents/inheritance/expander.ts';
import type { Finding } from '#engine/shared/finding.ts';
import type { StudioFinding } from '#engine/studio/protocol.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import type { Content } from '../model/content.ts';
import { listFormKeys, listTextKeys } from '../model/document-texts.ts';
import { listFormDocuments } from './page-forms.ts';
import { listOwnDrifts, MergedPlaces } from './variant-files.ts';

interface EditedPage {
  readonly content: Pick<Content, 'documents'>;
  readonly expanded: ExpandedDocument;
  /** See `buildOutline`. */
  readonly isMerged: boolean;
  readonly findings: readonly Finding[];
}

/** Findings about an edited page, at the positions of its properties in the studio. */
export function listPlacedFindings({ content, expanded, isMerged, findings }: EditedPage): readonly StudioFinding[] {
  const places = isMerged ? new MergedPlaces(expanded) : null;
  return [...listStudioFindings(content, expanded, findings), ...listOwnDrifts(expanded)].map(
    (finding) => places?.moveFinding(finding) ?? finding,
  );
}

/** Findings in the files of the page, in its forms, and in their texts. */
function listStudioFindings(
  content: Pick<Content, 'documents'>,
  expanded: ExpandedDocument,
  findings: readonly Finding[],
): readonly StudioFinding[] {
  const forms = [...listFormDocuments(content, expanded).values()];
  const files = new Set([...expanded.sources, ...forms].map(({ file }) => file));
  const keys = new Set([...listTextKeys(expanded), ...forms.flatMap(({ value }) => listFormKeys(value))]);
  return findings.flatMap(({ rule, severity, message, file, path, expected }): readonly StudioFinding[] => {
    const about = {
      rule,
      severity,
      file,
      path,
      message: expected === undefined ? message : `${message} (${expected})`,
    };
    if (files.has(file)) return [about];
    const text = textAt(file, path);
    if (text && keys.has(text.key)) return [{ ...about, text }];
    // An error in any file prevents rendering.
    return severity === 'error' ? [about] : [];
  });
}

function textAt(file: string, path: string): StudioFinding['text'] {
  const [, language, namespace] = /^locales\/([^/]+)\/([^/]+)\.json$/.exec(file) ?? [];
  const locale = locales.find((each) => each === language);
  const name = /^\["(.+)"\]$/.exec(path)?.[1] ?? path;
  return locale === undefined || name === '' ? undefined : { key: `${namespace}.${name}`, locale };
}

/** Reported only: whether variants accept a changed original is decided before publishing. */
export function listDrifts(variants: readonly string[]): readonly StudioFinding[] {
  return variants.map((file) => ({
    rule: 'patch-drift',
    severity: 'error',
    file,
    path: '',
    message: `${file} changes a block that was changed here: say there whether its change still fits.`,
  }));
}
