export * from "./database.ts";
export * from "./integrator.ts";
export * from "./proxy.ts";
export * from "./receiver.ts";
export * from "./parlour.ts";
export * from "./product.ts";
export * from "./driver.ts";
export * from "./provider.ts";
