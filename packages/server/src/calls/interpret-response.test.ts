import { expect, test } from "vitest";
import type { EgressReply } from "../egress/index.ts";
import { interpretResponse } from "./outbound.ts";

const createReply = (status: number): EgressReply => ({
  kind: "answered",
  status,
  headers: {},
  body: Buffer.alloc(0),
  durationMs: 5,
});

test.each([
  [200, "delivered"],
  [204, "delivered"],
  [301, "again"],
  [400, "final"],
  [404, "final"],
  [408, "again"],
  [429, "again"],
  [499, "final"],
  [500, "again"],
  [503, "again"],
] as const)("[CORE-104] a telephony server that answers %i: %s", (status, means) => {
  expect(interpretResponse(createReply(status)).means).toBe(means);
});
