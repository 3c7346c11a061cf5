/** A custom element's module, bundled and minified to the text of one script; made by `behaviour-plugin.ts`. */
declare module '*?behaviour' {
  const code: string;
  export default code;
}

/** Served by `@vitejs/plugin-react` in development. */
declare module '*/@react-refresh' {
  export function injectIntoGlobalHook(window: Window): void;
}
