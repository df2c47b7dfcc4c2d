import { Check } from "typebox/value";
import { ApiError } from "@parlour/protocol/api";
import { expect, it } from "vitest";
import { actions, keyScopes } from "../auth/index.ts";
import { operationNames } from "./operation-names.ts";
import { resolveReferences } from "./resolve-references.fixture.ts";
import { describeServiceApi, type Operation } from "./service-api.ts";

/** Every operation with its address. */
async function listOperations(): Promise<readonly (readonly [string, Operation])[]> {
  const { paths } = await describeServiceApi();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation] as const),
  );
}

it("[API-384] every operation has a unique name that is a method name, and no name lacks an operation", async () => {
  const names = (await listOperations()).map(([, { operationId }]) => operationId ?? "");
  expect(names.filter((name) => !/^[a-z][a-zA-Z]+$/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect(Object.values(operationNames).flatMap((methods) => Object.values(methods))).toHaveLength(
    names.length,
  );
});

it("[API-384] every operation names its ways to authenticate, with the scope that a key needs", async () => {
  for (const [address, { "x-action": action, security }] of await listOperations()) {
    const key = action !== undefined && keyScopes.includes(action) ? [{ key: [action] }] : [];
    expect(security, address).toEqual(action === undefined ? [] : [...key, { session: [] }]);
  }
});

it("[API-384] every response of an operation has a text of its own", async () => {
  const texts = (await listOperations()).flatMap(([, { responses }]) =>
    Object.values(responses).map((response) => (response as { description?: string }).description),
  );
  expect(texts).not.toContain("Default Response");
});

it("[API-384] every operation has a tag that the document describes, and every tag has operations", async () => {
  const { tags } = await describeServiceApi();
  const used = (await listOperations()).flatMap(([, operation]) => operation.tags ?? []);
  expect(new Set(used)).toEqual(new Set(tags.map(({ name }) => name)));
});

it("[API-384] [API-002] every error of an operation refers to a shared response, whose examples are valid", async () => {
  const { components } = await describeServiceApi();
  const errors = (await listOperations()).flatMap(([, { responses }]) =>
    Object.entries(responses).flatMap(([status, response]) =>
      status.startsWith("2") ? [] : [(response as { readonly $ref?: string }).$ref],
    ),
  );
  const shared = Object.keys(components.responses).map((name) => `#/components/responses/${name}`);
  expect(new Set(errors)).toEqual(new Set(shared));
  const examples = Object.values(components.responses).flatMap((response) =>
    Object.entries((response as Shared).content["application/json"].examples),
  );
  expect(examples.length).toBeGreaterThan(30);
  for (const [code, { value }] of examples) {
    expect(Check(ApiError, value), code).toBe(true);
    expect(value.error.code).toBe(code);
  }
});
interface Shared {
  readonly content: {
    readonly "application/json": {
      readonly examples: Readonly<Record<string, { readonly value: ApiError }>>;
    };
  };
}

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

it("[API-071] [API-156] operations that take a file describe its field", async () => {
  const { paths } = await describeServiceApi();
  for (const operation of [paths["/api/v1/uploads"]?.["post"], paths["/api/v1/me/photo"]?.["put"]])
    expect(operation?.requestBody).toMatchObject({
      content: { "multipart/form-data": { schema: { required: ["file"] } } },
    });
});

it("[CORE-004] [API-001] every whole number that a request gives ends below 2^53, so that none is rounded to another one's", async () => {
  const document = await describeServiceApi();
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
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { parameters, requestBody }] of Object.entries(methods)) {
      check(parameters, `${method} ${path}`);
      check(resolveReferences(document, requestBody), `${method} ${path}`);
    }
  expect(unbounded).toEqual([]);
  expect(checkedCount).toBeGreaterThan(100);
});
