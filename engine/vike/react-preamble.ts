import { injectIntoGlobalHook } from '/@react-refresh';

declare global {
  interface Window {
    $RefreshReg$: () => void;
    $RefreshSig$: () => (type: unknown) => unknown;
  }
}

/* What `@vitejs/plugin-react` expects to find before the first component, in pages whose HTML it does not write itself. */
injectIntoGlobalHook(window);
window.$RefreshReg$ = () => undefined;
window.$RefreshSig$ = () => (type) => type;
