export {
  type AlternateLink,
  alternates,
  canonicalUrl,
  hrefFor,
  type HrefInput,
  languageChoices,
  type LanguageLink,
  languageSwitchQuery,
  routeName,
} from './links.ts';
export { checkNavigation, isAllowedTarget, type NavigationCheck, type NavigationRules } from './navigation.ts';
export { parseRegistrationCode } from './registration-code.ts';
export { isReserved, reservedPaths, reservedPrefixes } from './reserved.ts';
export { bindTarget, readTarget, type TargetResult } from './targets.ts';
export { isWebView, type WebViewOptions } from './web-view.ts';
