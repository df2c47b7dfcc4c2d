import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { actions } from "./auth/index.ts";
import { describeApi, openApiText } from "./openapi.ts";

it("[CORE-134] the committed OpenAPI document is what the schemas say", async () => {
  const committed = readFileSync(new URL("../../../docs/api/openapi.json", import.meta.url), "utf8");
  expect(await openApiText(), "run: node packages/server/src/openapi.ts > docs/api/openapi.json").toBe(committed);
});

it("[API-002] every operation declares its errors, and every change may name an Idempotency-Key [API-005]", async () => {
  const { openapi, paths } = await describeApi();
  expect(openapi).toBe("3.1.0");
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const action = operation["x-action"];
      if (action === undefined) continue;
      expect(actions, `${method} ${path}`).toContain(action);
      expect(Object.keys(operation.responses), `${method} ${path}`).toEqual(
        expect.arrayContaining(["400", "401", "403", "404", "429", "503"]),
      );
      const takesKey = operation.parameters?.some((parameter) => parameter.name === "Idempotency-Key") ?? false;
      expect(takesKey, `${method} ${path}`).toBe(method !== "get");
    }
  }
});
