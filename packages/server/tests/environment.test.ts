import { afterEach, describe, expect, test } from "vitest";
import { startTestParlour, type TestParlour } from "@parlour/testkit";

/** What the installation notices about its surroundings, and what it tells of them. */

let parlour: TestParlour;
afterEach(() => parlour.close());

describe("addresses in headers", () => {
  test("[CFG-165] [CFG-030] wrong sign-ins from changing ports behind a proxy meet the limit of their address", async () => {
    parlour = await startTestParlour({ env: { TRUST_PROXY: "127.0.0.1" } });
    const statuses: number[] = [];
    for (let port = 1; port <= 90; port++) {
      const answer = await parlour.call(
        "POST",
        "sessions",
        { email: `person${port}@example.test`, password: "wrong wrong wrong" },
        { "x-forwarded-for": `198.51.100.7:${10_000 + port}` },
      );
      statuses.push(answer.status);
    }
    const isTried = (status: number): boolean => status === 401;
    expect(statuses.findIndex((status) => !isTried(status))).toBe(50);
    expect(new Set(statuses.slice(50))).toEqual(new Set([429]));
  });
});
