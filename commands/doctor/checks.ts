import type { DoctorCheck } from './diagnose.ts';
import { dataFolder, database, databaseEncryption, databaseRoles } from './storage-checks.ts';
import { buildCheck, generatedFiles, node, testPrograms } from './project-checks.ts';
import { certificate, dns, mailServer, metricsPort, port, senderDomain } from './network-checks.ts';

/** In the order in which problems should be fixed. */
export const checks: readonly DoctorCheck[] = [
  node,
  generatedFiles,
  buildCheck,
  port,
  metricsPort,
  dataFolder,
  database,
  databaseRoles,
  databaseEncryption,
  dns,
  certificate,
  mailServer,
  senderDomain,
  testPrograms,
];
