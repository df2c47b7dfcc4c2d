export * from "./entity.ts";
export * from "./socket.ts";
