/** Joined by `engine/vike/client-plugin.ts`: what the lists of the block that shows data look like, kept fresh by `define-lists.tsx`. */
declare module 'vitrine:lists' {}
