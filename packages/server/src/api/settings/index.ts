export { accountRoutes } from "./account.ts";
export { accountsRoutes } from "./accounts.ts";
export { cannedReplyRoutes } from "./replies/canned-replies.ts";
export { contentRoutes } from "./content-routes.ts";
export { getStartedRoute } from "./get-started.ts";
export { resourceRoutes } from "./resource-routes.ts";
export { singleResourceRoutes } from "./single-resource-routes.ts";
export { ruleRoutes } from "./rules.ts";
export { viewRoutes, type ViewCountPort } from "./views.ts";
