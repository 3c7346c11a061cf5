// In `base`, because rules about documents need it, too, and may not import this module.
export { isReserved } from '#engine/shared/reserved.ts';
