import type { FastifyInstance } from "fastify";
import { articleSectionResource } from "../../settings/account/article-section.ts";
import { parseJsonBodies } from "../../http/body/json-bodies.ts";
import { resourceRoutes } from "../settings/resource-routes.ts";
import { articleRoutes, type ArticleDeps } from "./articles.ts";
import { articleVersionRoutes } from "./versions.ts";

/** Space for the longest text in any script (ART-010). */
const maxBodyBytes = 1024 * 1024;

/** Registers the routes of sections, articles and their history. */
export async function helpContentRoutes(api: FastifyInstance, deps: ArticleDeps): Promise<void> {
  resourceRoutes(api, deps, articleSectionResource);
  articleVersionRoutes(api, deps);
  await api.register(async (app) => {
    parseJsonBodies(app, () => maxBodyBytes);
    articleRoutes(app, deps);
  });
}
