import type { Permission } from "@parlour/protocol";
import type { ReactNode } from "react";
import type { SettingField } from "../kit/setting-field.ts";

/** Settings pages by their first path segment below `/settings`. */
export type PageTable = Readonly<Record<string, ResourcePages | SinglePage>>;

/** Pages of a resource: the list, the form for a new one, and one resource. */
export interface ResourcePages extends PageOptions {
  readonly all: () => ReactNode;
  readonly add: () => ReactNode;
  readonly one: (id: number) => ReactNode;
}

export interface SinglePage extends PageOptions {
  readonly page: () => ReactNode;
}

/** A part of a page. Its old path below `/settings` leads to it. */
export interface PagePart extends SinglePage {
  readonly path: string;
  /** Text id of its title. */
  readonly title: string;
}

/** What every page and part can say. */
export interface PageOptions {
  /** What the search of the settings finds on the page (API-170). */
  readonly fields?: readonly SettingField[];
  /** The permissions for its requests: without one of them, the page is hidden. */
  readonly needs?: readonly Permission[];
  /** What follows on the page, each with its own title and save bar (API-176). */
  readonly parts?: readonly PagePart[];
}
