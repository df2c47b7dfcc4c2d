import type { ReactNode } from "react";

/**
 * Settings pages by their first path segment below `/settings`.
 * `tools/generate-settings-fields.ts` reads all tables of this type in this folder.
 */
export type PageTable = Readonly<Record<string, ResourcePages | SinglePage>>;

/** Pages of a resource: the list, the form for a new one, and one resource. */
export interface ResourcePages extends PageRights {
  readonly all: () => ReactNode;
  readonly add: () => ReactNode;
  readonly one: (id: number) => ReactNode;
}

export interface SinglePage extends PageRights {
  readonly page: () => ReactNode;
}

interface PageRights {
  /** The right that the page needs besides `settings`. */
  readonly needs?: "team" | "instance" | undefined;
}
