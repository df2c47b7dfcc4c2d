import type { Operator } from "@parlour/protocol";
import { can, readsTexts } from "../../state/session.tsx";
import { listAllAreas, type SettingsArea, type SettingsPage } from "./menu.ts";
import { canOpen, findPage, listParts } from "./pages/parts.ts";

/** Returns the areas with the pages that this role may see. Agents need a model. */
export const listAreas = (me: Operator, hasModel = true): readonly SettingsArea[] =>
  listAllAreas()
    .map((area) => ({ ...area, pages: area.pages.filter(isShownTo(me, hasModel)) }))
    .filter(({ pages }) => pages.length > 0);

/** Returns whether the operator may see a page, or a part of it. */
const isShownTo =
  (me: Operator, hasModel: boolean) =>
  ({ path }: SettingsPage): boolean => {
    const page = findPage(path);
    if (page === undefined) return can(me, "deliveries.read");
    // Replays have the texts of chats (AGENT-073).
    if (path === "proof" && !readsTexts(me)) return false;
    return (
      (hasModel || !needsModel.has(path)) && (canOpen(me, page) || listParts(me, page).length > 0)
    );
  };

/** Pages that are hidden without a model. */
const needsModel: ReadonlySet<string> = new Set(["agents", "proof"]);

/** Resource lists whose new resources have a URL that message texts are sent to (CORE-165). */
const endpointLists: readonly string[] = ["channels", "bots", "webhooks"];

/** Returns whether this operator may open the page that creates a resource of this list. */
export const canAdd = (me: Operator, list: string): boolean =>
  list === "replies" ? can(me, "chats.answer") : !endpointLists.includes(list) || readsTexts(me);
