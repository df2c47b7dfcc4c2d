export * from "./api.ts";
export * from "./manual-timers.ts";
export * from "./outbox.ts";
export * from "./outbox-store.ts";
export * from "./project.ts";
export * from "./snapshot.ts";
export * from "./socket.ts";
