import { run as calendar } from '#engine/cli/calendar/index.ts';
import { run as check } from '#engine/cli/check/index.ts';
import { run as impact } from '#engine/cli/impact/index.ts';
import type { Output } from '#engine/cli/output.ts';
import { run as texts } from '#engine/cli/translations/index.ts';
import type { OverviewPart } from '#engine/vike/dev-page/overview.ts';

type Run = (args: readonly string[], root: string, output: Output) => Promise<number>;

/**
 * Current output of author commands for the overview. While documents have errors, calendar and translation status are unavailable. Never
 * rejects: a failure is shown as output.
 */
export async function readDevOverview(root: string): Promise<readonly OverviewPart[]> {
  const findings = await captureOutput(check, root);
  const touched = await captureOutput(impact, root);
  const parts = [
    { title: 'Findings', command: 'npm run check', text: findings.text },
    { title: 'What uncommitted changes touch', command: 'npm run impact', text: touched.text },
  ];
  if (findings.code !== 0) return parts;
  const schedule = await captureOutput(calendar, root);
  const translations = await captureOutput(texts, root);
  return [
    ...parts,
    { title: 'Calendar', command: 'npm run calendar', text: schedule.text },
    { title: 'Translations', command: 'npm run texts', text: translations.text },
  ];
}

async function captureOutput(run: Run, root: string): Promise<{ readonly code: number; readonly text: string }> {
  let text = '';
  const write = (part: string): void => {
    text += part;
  };
  try {
    const code = await run([], root, { write, colours: false });
    return { code, text: text.trim() };
  } catch (error) {
    // For example a project without Git.
    return { code: 1, text: error instanceof Error ? error.message : String(error) };
  }
}
