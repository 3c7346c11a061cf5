/** Provided by `engine/vike/views-bundle.ts`: components of lists for `define-lists.tsx`. */
declare module 'virtual:lists' {}
