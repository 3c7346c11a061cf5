// The rules about documents ask the same question, and their room may import `base` alone.
export {
  checkNavigation,
  isAllowedTarget,
  type NavigationCheck,
  type NavigationRules,
} from '#engine/base/navigation.ts';
