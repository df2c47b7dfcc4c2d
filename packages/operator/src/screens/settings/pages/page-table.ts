import type { ReactNode } from "react";
import type { SettingField } from "../kit/setting-field.ts";

/** Settings pages by their first path segment below `/settings`. */
export type PageTable = Readonly<Record<string, ResourcePages | SinglePage>>;

/** Pages of a resource: the list, the form for a new one, and one resource. */
export interface ResourcePages extends PageSearch {
  readonly all: () => ReactNode;
  readonly add: () => ReactNode;
  readonly one: (id: number) => ReactNode;
}

export interface SinglePage extends PageSearch {
  readonly page: () => ReactNode;
}

interface PageSearch {
  /** What the search of the settings finds on the page (API-170). */
  readonly fields?: readonly SettingField[];
  /** The right that the page needs besides `settings`. */
  readonly needs?: "team" | "instance" | undefined;
}
