export * from "./entity/index.ts";
export * from "./socket/index.ts";
export { Channel } from "./api/channel.ts";
