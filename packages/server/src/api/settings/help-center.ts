import type { FastifyInstance } from "fastify";
import { getHelpOrigin, helpCenterResource } from "../../settings/account/help-center.ts";
import { findHelpAddress } from "../../store/articles/help-center.ts";
import type { BaseUrls, RouteDeps } from "../kit/route-deps.ts";
import { singleResourceRoutes } from "./single-resource-routes.ts";

/** Registers the routes of the settings of the help centre (HELP-010). */
export function helpCenterRoutes(
  app: FastifyInstance,
  deps: RouteDeps & { readonly urls: BaseUrls },
): void {
  singleResourceRoutes(app, deps, helpCenterResource, {
    describe: async ({ values: { host } }, { accountId }, sql) => {
      const { isFirst } = await findHelpAddress(sql, accountId);
      const origin = getHelpOrigin({ host, isFirst }, deps.urls.help());
      return { url: origin && `${origin}/help` };
    },
  });
}
