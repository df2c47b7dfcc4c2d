/** Schemas of agents, their replays and questions. */
export * from "./agent.ts";
export * from "./agent-gates.ts";
export * from "./agent-question.ts";
export * from "./agent-replay.ts";
