import type { ModuleDefinition } from '#server/platform/module-definition.ts';
import { contentPersonalData } from './publications/content-personal-data.ts';
import { visitorPersonalData } from './experiments/visitor-personal-data.ts';
import { exposureTable } from './migrations/0001-start.ts';
import { experiments } from './migrations/0003-experiments.ts';
import { exposureExport, exposureExportIndex } from './migrations/0010-exposure-export.ts';
import { phases } from './migrations/0013-phases.ts';
import { experimentStops } from './migrations/0015-experiment-stops.ts';
import { agreedCounts, exposuresByVisitor } from './migrations/0019-agreed-counts.ts';
import { pageExposures } from './migrations/0023-page-exposures.ts';
import { paints } from './migrations/0028-paints.ts';
import { trust } from './migrations/0031-trust.ts';
import { publications } from './migrations/0032-publications.ts';
import { previewLinks } from './migrations/0033-preview-links.ts';
import { draftAuthors } from './migrations/0036-draft-authors.ts';
import { experimentChanges } from './migrations/0037-experiment-changes.ts';
import { draftSubmissions } from './migrations/0049-draft-submissions.ts';
import { conversionHours } from './migrations/0046-conversion-hours.ts';
import { uploads } from './migrations/0040-uploads.ts';
import { changeAgreed } from './experiments/consented/agreed-counts.ts';
import { siteRetentionIndexes } from './migrations/0007-retention-indexes.ts';

/** Sums that change with these rows. */
const sums = { by: 'anonymous_id', change: changeAgreed };

/** Tables, retention and personal data of pages and experiments. */
export const siteModule: ModuleDefinition = {
  migrations: [
    exposureTable,
    experiments,
    siteRetentionIndexes,
    exposureExport,
    exposureExportIndex,
    phases,
    experimentStops,
    agreedCounts,
    exposuresByVisitor,
    pageExposures,
    paints,
    trust,
    publications,
    previewLinks,
    draftAuthors,
    experimentChanges,
    uploads,
    conversionHours,
    draftSubmissions,
  ],
  personalData: [visitorPersonalData, contentPersonalData],
  retention: [
    {
      table: 'exposures',
      from: 'evaluated_at',
      days: 1,
      only: { column: 'consented', values: [0] },
      why: 'Without consent an id lives as long as a session at most.',
    },
    {
      table: 'exposures',
      from: 'evaluated_at',
      days: 400,
      sums,
      why: 'Experiments are compared within thirteen months.',
    },
    {
      table: 'phase_exposures',
      from: 'evaluated_at',
      days: 400,
      sums,
      why: 'Experiments are compared within thirteen months.',
    },
    {
      table: 'exported_erasures',
      from: 'erased_at',
      days: 35,
      why: 'A column store reads them within that time.',
    },
    {
      table: 'counted_once',
      from: 'expires_at',
      days: 0,
      why: 'Until then repeated cookies do not count twice.',
    },
    {
      table: 'network_exposure_counts',
      from: 'day',
      days: 35,
      why: 'Results report dominant networks for a month.',
    },
    {
      table: 'drafts',
      from: 'changed_at',
      days: 400,
      why: 'A draft without changes for so long is abandoned; it is deleted with its files.',
    },
    {
      table: 'uploads',
      from: 'used_at',
      days: 400,
      why: 'An image that no draft and no page has used for so long; the files made of it go with it.',
    },
    {
      table: 'picture_files',
      from: 'planned_at',
      days: 400,
      why: 'A node that still needs one makes it again.',
    },
    {
      table: 'preview_links',
      from: 'expires_at',
      days: 30,
      why: 'A link that has expired says so for a month.',
    },
    { table: 'conversions', from: 'at', days: 400, sums, why: 'As long as the exposures they belong to.' },
  ],
};
