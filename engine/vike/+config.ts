import type { Config } from 'vike/types';
import vikeReact from 'vike-react/config';

/** Vike runs the development server and the build; pages are not rendered by Vike. */
export default {
  extends: [vikeReact],
} satisfies Config;
