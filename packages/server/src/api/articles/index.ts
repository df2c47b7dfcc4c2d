import type { FastifyInstance } from "fastify";
import { articleSectionResource } from "../../settings/account/article-section.ts";
import { parseJsonBodies } from "../../http/body/json-bodies.ts";
import { resourceRoutes } from "../settings/resource-routes.ts";
import { registerUploadRoutes } from "../../http/body/upload-form.ts";
import type { ZipDeps } from "../kit/table/xlsx.ts";
import { articleGapsRoute } from "./article-gaps.ts";
import { articleReportRoute } from "./article-report.ts";
import { articleRoutes } from "./articles.ts";
import { articleCommentsRoute } from "./comments.ts";
import { articleExportRoute } from "./folder/export.ts";
import { articleImportRoute } from "./folder/import.ts";
import { noteGapRoute } from "./note-gap.ts";
import { siteImportRoutes, type SiteDeps } from "./sites/site-imports.ts";
import { articleVersionRoutes } from "./versions.ts";

export type { SiteImportPort } from "../../sites/index.ts";

/** Space for the longest text in any script (ART-010). */
const maxBodyBytes = 1024 * 1024;

interface HelpContentDeps extends SiteDeps, ZipDeps {}

/** Registers the routes of sections, articles and their history. */
export async function helpContentRoutes(
  api: FastifyInstance,
  deps: HelpContentDeps,
): Promise<void> {
  resourceRoutes(api, deps, articleSectionResource);
  articleVersionRoutes(api, deps);
  articleCommentsRoute(api, deps);
  articleReportRoute(api, deps);
  articleGapsRoute(api, deps);
  noteGapRoute(api, deps);
  articleExportRoute(api, deps);
  siteImportRoutes(api, deps);
  await registerUploadRoutes(api, (forms) => articleImportRoute(forms, deps));
  await api.register(async (app) => {
    parseJsonBodies(app, () => maxBodyBytes);
    articleRoutes(app, deps);
  });
}
