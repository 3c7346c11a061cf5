// The rules about documents ask the same question, and their room may import `base` alone.
export { isReserved } from '#engine/base/reserved.ts';
