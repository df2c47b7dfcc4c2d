export { channelRoutes } from "./channels.ts";

export type { ChannelDeps } from "./load-channel.ts";
