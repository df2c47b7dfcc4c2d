import { refuse } from "../../../core/failure.ts";
import { orderArticles } from "../../../store/articles/article.ts";
import { listArticlesOfSection } from "../../../store/articles/folder.ts";
import { changeSettings } from "../../kit/change-settings.ts";
import type { RequestAuthor } from "../../kit/change-settings.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";
import { findSection, type ImportPlan, type ImportTarget } from "./plan-import.ts";

type Section = ImportTarget["sections"][number];
interface SectionOrder {
  readonly section: Section;
  readonly ids: readonly number[];
}

/**
 * Puts the articles of existing sections into the order of the folder (ART-035). `stored`: articles
 * of the texts of the plan. Returns the names of the sections that changed.
 */
export async function orderFolder(
  deps: RouteDeps,
  author: RequestAuthor,
  { target, plan }: { readonly target: ImportTarget; readonly plan: ImportPlan },
  stored: readonly (number | null)[],
): Promise<readonly string[]> {
  const orders = await planOrder(target, plan, stored);
  for (const { section, ids } of orders)
    await changeSettings(deps, { ...author, key: null }, "article.order", async (tx) => {
      if (!(await orderArticles(tx, target.account, section.id, ids)))
        refuse("not_available", "The section was changed meanwhile. Import again.");
      return {
        result: null,
        changed: [{ kind: "article", id: null }],
        target: `article section ${section.id}`,
      };
    });
  return orders.map(({ section }) => section.name);
}

/** Returns the names of the sections whose articles would get another order. */
export async function listNewOrders(
  target: ImportTarget,
  plan: ImportPlan,
): Promise<readonly string[]> {
  // Articles that do not exist yet get ids of their own.
  const stems = [...new Set(plan.texts.map(({ text }) => text.stem))];
  const ids = plan.texts.map(({ text, article }) => article ?? -1 - stems.indexOf(text.stem));
  return (await planOrder(target, plan, ids)).map(({ section }) => section.name);
}

/**
 * Articles that the folder does not have, or without a position there, stay where they are. Those
 * that are not in the section yet are its last ones.
 */
async function planOrder(
  { reader, account, sections }: ImportTarget,
  { texts }: ImportPlan,
  stored: readonly (number | null)[],
): Promise<readonly SectionOrder[]> {
  const placed = texts.flatMap(({ text }, n) => {
    const section = findSection(sections, text);
    const article = stored[n] ?? null;
    const { position } = text;
    return section && article !== null && position !== null ? [{ section, article, position }] : [];
  });
  const first = new Map(placed.toReversed().map((one) => [one.article, one]));
  const orders: SectionOrder[] = [];
  for (const [section, articles] of Map.groupBy(first.values(), (one) => one.section)) {
    const present = await listArticlesOfSection(reader, account, section.id);
    const known = new Set(present);
    const given = articles
      .toSorted((a, b) => a.position - b.position || a.article - b.article)
      .map(({ article }) => article);
    const before = [...present, ...given.filter((id) => !known.has(id))];
    const moved = new Set(given);
    const next = given.values();
    const ids = before.map((id) => (moved.has(id) ? (next.next().value ?? id) : id));
    if (ids.some((id, n) => id !== before[n])) orders.push({ section, ids });
  }
  return orders;
}
