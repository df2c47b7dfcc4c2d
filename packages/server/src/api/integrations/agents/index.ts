export { agentGateRoutes } from "./gates.ts";
export { agentQuestionRoutes } from "./questions.ts";
export { agentReplayRoutes } from "./replays.ts";
