// The rules about documents ask the same question, and their room may import `base` alone.
export { checkNavigation, isAllowedTarget } from '#engine/base/navigation.ts';
