import type { ArticleImport, SiteImportTarget } from "@parlour/protocol/api";
import { siteImportLimits } from "@parlour/protocol/api";
import type { Principal } from "../../../auth/index.ts";
import { listSources, type SourceRecord } from "../../../store/articles/source.ts";
import type { SiteImportRecord } from "../../../store/sites/site-import.ts";
import { listSiteItems, type SiteItemRecord } from "../../../store/sites/site-item.ts";
import { runIdempotent } from "../../kit/change-settings.ts";
import type { RequestContext } from "../../kit/declare-route.ts";
import type { FolderDeps } from "../folder/import-folder.ts";
import type { ImportItem } from "../folder/import-item.ts";
import { leaveOut, planTexts, type ImportPlan } from "../folder/plan-import.ts";
import type { Folder } from "../folder/read-folder.ts";
import { describePlan, runImport } from "../folder/run-import.ts";
import { listNewSections, openTarget } from "../folder/target.ts";
import { nameTexts } from "./name-texts.ts";
import { openSiteFolder } from "./site-folder.ts";

/** Says what an import would do with the pages of a site. Writes nothing. */
export async function planSite(
  deps: FolderDeps,
  principal: Principal,
  record: SiteImportRecord,
  given: SiteImportTarget,
): Promise<ArticleImport> {
  const { target, plan } = await planPages(deps, principal, record, given);
  return describePlan(plan, listNewSections(target, plan));
}

/** Stores the pages of a site as articles. */
export async function importSite(
  deps: FolderDeps,
  context: RequestContext<unknown, unknown, unknown>,
  record: SiteImportRecord,
  given: SiteImportTarget,
): Promise<ArticleImport> {
  return runIdempotent(deps, context, async () => {
    const { folder, plan } = await planPages(deps, context.principal, record, given);
    return runImport(deps, context, folder, plan);
  });
}

async function planPages(
  deps: FolderDeps,
  principal: Principal,
  record: SiteImportRecord,
  given: SiteImportTarget,
) {
  const { reader } = deps;
  const account = principal.accountId;
  const target = await openTarget(deps, principal);
  const items = await listSiteItems(reader, account, record.id);
  const addresses = items.flatMap(({ address, finalAddress }) =>
    finalAddress === null ? [address] : [address, finalAddress],
  );
  const list = await listSources(reader, account, { addresses, site: record.address });
  const sources = new Map(list.map((source) => [source.address, source]));
  const named = await nameTexts(target, { items, sources }, given);
  const { folder, parsed } = openSiteFolder(target, { items, sources, record }, named);
  const plan = await planTexts(target, folder, {
    parsed,
    leftOut: listLeftOut(record, items, sources),
  });
  return { target, folder, plan } satisfies {
    target: unknown;
    folder: Folder;
    plan: ImportPlan;
  };
}

/** Lists pages that are left out, and articles whose pages are missing. */
function listLeftOut(
  { address, found }: SiteImportRecord,
  items: readonly SiteItemRecord[],
  sources: ReadonlyMap<string, SourceRecord>,
): readonly ImportItem[] {
  const known = new Set(items.flatMap((item) => [item.address, item.finalAddress]));
  const leftOut = items
    .filter(({ kind, state }) => kind !== "picture" && state === "left_out")
    .map((item) => {
      const source = sources.get(item.address);
      const isMissing = item.code === "status" && /^4(?:04|10)$/.test(item.detail ?? "");
      if (source !== undefined && isMissing) return describeMissing(source);
      return leaveOut(item.address, {
        code: item.code ?? "unreadable",
        detail: item.detail ?? undefined,
      });
    });
  if (found > siteImportLimits.pages)
    leftOut.push(leaveOut(address, { code: "too_many_pages", detail: String(found) }));
  // Without the whole list of its pages, none counts as gone.
  else if (found > 0 && items.every(({ kind, state }) => kind === "page" || state === "read"))
    for (const source of sources.values())
      if (source.site === address && !known.has(source.address))
        leftOut.push(describeMissing(source));
  return leftOut;
}

const describeMissing = ({
  address,
  article,
  title,
  language,
  state,
}: SourceRecord): ImportItem => ({
  file: address,
  result: "gone",
  article_id: article,
  title,
  language,
  state,
  size: null,
  reason: null,
  warnings: [],
});
