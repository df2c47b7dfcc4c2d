import type { Operator } from "@parlour/protocol";
import { can } from "../../../state/session.tsx";
import type { SettingField } from "../kit/setting-field.ts";
import { settingsPages } from "./index.ts";
import type { PageOptions, PagePart, ResourcePages, SinglePage } from "./page-table.ts";

/** Returns whether the operator may see a page without its parts, or a part. */
export const canOpen = (me: Operator, { needs = [] }: PageOptions): boolean =>
  needs.every((permission) => can(me, permission));

/** Returns the page at the first segment of a path below `/settings`, or undefined. */
export const findPage = (path: string): ResourcePages | SinglePage | undefined =>
  Object.hasOwn(settingsPages, path) ? settingsPages[path] : undefined;

/** Returns the parts of a page that the operator may see. */
export const listParts = (me: Operator, { parts = [] }: PageOptions): readonly PagePart[] =>
  parts.filter((part) => canOpen(me, part));

/** Returns the page with the part that once was a page at this path, or null. */
export function findPart(path: string): { readonly page: string; readonly part: PagePart } | null {
  for (const [page, { parts = [] }] of Object.entries(settingsPages)) {
    const part = parts.find((one) => one.path === path);
    if (part !== undefined) return { page, part };
  }
  return null;
}

/** Returns what the search finds on a page: its fields, and its parts with their fields. */
export function listPageFields(me: Operator, path: string): readonly SettingField[] {
  const page = findPage(path);
  if (page === undefined) return [];
  return [
    ...(canOpen(me, page) ? (page.fields ?? []) : []),
    ...listParts(me, page).flatMap(({ title, fields = [] }) => [
      { label: title },
      ...fields.map((field) => ({ group: title, ...field })),
    ]),
  ];
}
