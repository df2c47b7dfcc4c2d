import { expect, it } from "vitest";
import { findFreePort } from "./port.ts";

it("finds no port twice, although no server listens at the ports yet", async () => {
  const ports = await Promise.all(Array.from({ length: 400 }, () => findFreePort()));
  expect(new Set(ports).size).toBe(ports.length);
});
