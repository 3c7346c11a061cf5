import { injectIntoGlobalHook } from '/@react-refresh';

declare global {
  interface Window {
    $RefreshReg$: () => void;
    $RefreshSig$: () => (type: unknown) => unknown;
  }
}

/* Required by `@vitejs/plugin-react` before the first component, in pages whose HTML it does not write. */
injectIntoGlobalHook(window);
window.$RefreshReg$ = () => undefined;
window.$RefreshSig$ = () => (type) => type;
