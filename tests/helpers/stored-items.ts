import { type StoredItem, storageRegistry } from '#engine/shared/storage-registry.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';

/** Everything that this site keeps in a browser. */
export const storedItems: readonly StoredItem[] = [
  ...storageRegistry,
  ...journeys.flatMap((journey) => journey.storedItems ?? []),
];
