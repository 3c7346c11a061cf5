// In `shared`, because rules of documents need it, too, and must not import this module.
export { checkNavigation, isAllowedTarget } from '#engine/shared/navigation.ts';
