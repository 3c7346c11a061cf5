// In `base`, because rules about documents need it, too, and may not import this module.
export { checkNavigation, isAllowedTarget } from '#engine/shared/navigation.ts';
