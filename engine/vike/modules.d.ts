/** A custom element's module, bundled and minified as a script; provided by `behaviour-plugin.ts`. */
declare module '*?behaviour' {
  const code: string;
  export default code;
}

/** Provided by `@vitejs/plugin-react` in development. */
declare module '*/@react-refresh' {
  export function injectIntoGlobalHook(window: Window): void;
}
