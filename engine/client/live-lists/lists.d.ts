/** Joined by `engine/vike/views-bundle.ts`: what the lists of the block that shows data look like, kept fresh by `define-lists.tsx`. */
declare module 'virtual:lists' {}
