import type { Permission } from "@parlour/protocol";
import type { ReactNode } from "react";
import type { ResourcePages, SinglePage } from "./page-table.ts";
import type { KindScreen, StoredObject } from "../kit/kind/kind-screen.ts";
import { KindList } from "../kit/kind/KindList.tsx";
import { KindPage, NewKindPage } from "../kit/kind/KindPage.tsx";
import { listFormSettings, listKindSettings } from "../kit/kind/search-fields.ts";
import { SingleKindPage } from "../kit/kind/SingleKindPage.tsx";
import type { SingleScreen } from "../kit/kind/single-screen.ts";

/** Returns the pages of a kind: the list (`list` replaces it), a new object, and one object. */
export const kindPages = <T extends StoredObject>(
  screen: KindScreen<T>,
  needs: readonly Permission[],
  list?: () => ReactNode,
): ResourcePages => ({
  all: list ?? (() => <KindList key={screen.kind.kind} screen={screen} />),
  add: () => <NewKindPage key={screen.kind.kind} screen={screen} />,
  one: (id) => <KindPage key={`${screen.kind.kind} ${id}`} screen={screen} id={id} />,
  needs,
  fields: listKindSettings(screen),
});

/** Returns the page of settings that exist once. */
export const singlePage = <T extends object>(
  screen: SingleScreen<T>,
  needs: readonly Permission[],
): SinglePage => ({
  page: () => <SingleKindPage key={screen.prefix} screen={screen} />,
  needs,
  fields: listFormSettings(screen),
});
