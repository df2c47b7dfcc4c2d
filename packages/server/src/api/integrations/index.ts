export { agentGateRoutes, agentQuestionRoutes, agentReplayRoutes } from "./agents/index.ts";
export { botProviderRoutes } from "./bot-providers.ts";
export { botRoutes } from "./bots.ts";
export { modelRoutes } from "./model.ts";
export { webhookRoutes } from "./webhooks.ts";
