import type { BoundForm } from '#engine/block-kit/form-types.ts';
import type { PageData } from '#engine/block-kit/page-data.ts';

/** Data written by the compiler; `null` on a page without islands. */
export function readPageData(root: ParentNode): PageData | null {
  const text = root.querySelector('#page-data')?.textContent;
  // Written and escaped by the compiler.
  return text ? withTyped(JSON.parse(text) as PageData) : null;
}

function withTyped(data: PageData): PageData {
  const { page, typed } = data;
  if (typed === undefined) return data;
  const form = (page.forms as Readonly<Record<string, BoundForm | undefined>>)[typed.form];
  if (form === undefined) return data;
  const filled = { ...form, values: { ...form.values, ...typed.values } };
  return { ...data, page: { ...page, forms: { ...page.forms, [typed.form]: filled } } };
}
