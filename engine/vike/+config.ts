import type { Config } from 'vike/types';
import vikeReact from 'vike-react/config';

/** Vike serves the development server and the build; landings and pages never pass through its renderer. */
export default {
  extends: [vikeReact],
} satisfies Config;
