import { expect, it } from "vitest";
import { actions } from "../auth/index.ts";
import { describeServiceApi } from "./service-api.ts";

it("[API-115] every schema with a name is referred to, in place of a copy", async () => {
  const document = await describeServiceApi();
  const text = JSON.stringify(document);
  const { schemas } = document.components;
  expect(Object.keys(schemas).length).toBeGreaterThan(30);
  expect(
    Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`)),
  ).toEqual([]);
});

it("[API-002] every operation declares its errors, and every change may name an Idempotency-Key [API-005]", async () => {
  const { openapi, paths } = await describeServiceApi();
  expect(openapi).toBe("3.1.0");
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const action = operation["x-action"];
      if (action === undefined) continue;
      expect(actions, `${method} ${path}`).toContain(action);
      expect(Object.keys(operation.responses), `${method} ${path}`).toEqual(
        expect.arrayContaining(["400", "401", "403", "404", "429", "503"]),
      );
      const takesKey =
        operation.parameters?.some((parameter) => parameter.name === "Idempotency-Key") ?? false;
      expect(takesKey, `${method} ${path}`).toBe(method !== "get");
    }
  }
});

it("[CORE-004] [API-001] every whole number that a request gives ends below 2^53, so that none is rounded to another one's", async () => {
  const { paths } = await describeServiceApi();
  const unbounded: string[] = [];
  let checkedCount = 0;
  const check = (value: unknown, path: string): void => {
    if (typeof value !== "object" || value === null) return;
    const { type, maximum } = value as { readonly type?: unknown; readonly maximum?: unknown };
    if (type === "integer") {
      checkedCount += 1;
      if (!Number.isSafeInteger(maximum)) unbounded.push(path);
    }
    for (const [name, part] of Object.entries(value)) check(part, `${path}.${name}`);
  };
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { parameters, requestBody }] of Object.entries(methods)) {
      check(parameters, `${method} ${path}`);
      check(requestBody, `${method} ${path}`);
    }
  expect(unbounded).toEqual([]);
  expect(checkedCount).toBeGreaterThan(100);
});
