/** Relative to the project's root. */
export const editorFolder = 'schemas/generated/editor/';
