import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestParlour, type TestParlour } from "@parlour/testkit";

let parlour: TestParlour;
beforeAll(async () => {
  parlour = await startTestParlour({ env: { EGRESS_ALLOW: "127.0.0.1:9100,10.1.0.0/16" } });
});
afterAll(() => parlour.close());

test("[CFG-010] [CORE-123] what EGRESS_ALLOW names may be called although private, and nothing beside it", async () => {
  const save = async (url: string) =>
    (
      await parlour.owner.call("POST", "channels", {
        kind: "api",
        name: url,
        endpoint_url: url,
        operators: [parlour.owner.id],
      })
    ).status;
  for (const url of ["http://127.0.0.1:9100/in", "http://10.1.2.3/in"])
    expect(await save(url), url).toBe(201);
  for (const url of ["http://127.0.0.1:9101/in", "http://10.2.0.1/in", "http://[::1]:9100/in"])
    expect(await save(url), url).toBe(400);
});
