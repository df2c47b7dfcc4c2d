import type { Operator } from "@parlour/protocol";
import type { ReactNode } from "react";
import { JoinedPage } from "./JoinedPage.tsx";
import { Redirect } from "./kit/resource/parts.tsx";
import { canAdd } from "./shown-areas.ts";
import type { ResourcePages } from "./pages/page-table.ts";
import { canOpen, findPage, findPart, listParts } from "./pages/parts.ts";

/**
 * Returns the page for a path below `/settings`. Null if the path is unknown, or not permitted for
 * this role.
 */
export function renderPage(path: string, me: Operator): ReactNode {
  const [name = "", part, more] = path.split("/");
  if (more !== undefined) return null;
  const page = findPage(name);
  if (page === undefined) return part === undefined ? renderOldPage(name, me) : null;
  const isOpen = canOpen(me, page) && ("all" in page || part === undefined);
  const render = () => ("all" in page ? renderResourcePage(page, name, part, me) : page.page());
  const main = isOpen ? render() : null;
  const parts = part === undefined ? listParts(me, page) : [];
  return parts.length === 0 ? main : <JoinedPage parts={parts}>{main}</JoinedPage>;
}

/** Leads from the old path of a part to the page that has it now. */
function renderOldPage(path: string, me: Operator): ReactNode {
  const found = findPart(path);
  if (found === null || !canOpen(me, found.part)) return null;
  return <Redirect key={path} to={found.page} hash={found.part.title} />;
}

/** Returns the list of resources, the form for a new one, or the page of one. */
function renderResourcePage(
  { all, add, one }: ResourcePages,
  name: string,
  part: string | undefined,
  me: Operator,
): ReactNode {
  if (part === undefined) return all();
  if (part === "new") return canAdd(me, name) ? add() : null;
  return /^[1-9]\d{0,15}$/.test(part) ? one(Number(part)) : null;
}
