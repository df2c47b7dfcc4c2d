import type { ArticleImport } from "@parlour/protocol/api";

export type ImportItem = ArticleImport["items"][number];
type Note = NonNullable<ImportItem["reason"]>;

/** Why a file is left out. `detail`: the value that is wrong. */
export interface ImportReason {
  readonly code: Note["code"];
  readonly detail?: string | undefined;
}
export type ImportWarning = ImportItem["warnings"][number];

export const toWarning = (
  code: ImportWarning["code"],
  detail: string | null = null,
  line: number | null = null,
): ImportWarning => ({ code, detail, line });
