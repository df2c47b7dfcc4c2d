import * as entities from "@parlour/protocol";
import * as api from "@parlour/protocol/api";
import { responseSchemas } from "@parlour/protocol/testing/response-schemas.fixture";
import * as saml from "@parlour/protocol/api/people/saml";
import * as session from "@parlour/protocol/api/people/session";
import { expect, it } from "vitest";
import { nameSchemas } from "./component-schemas.ts";
import { describeServiceApi } from "./service-api.ts";

it("[API-385] the schemas by which tests of screens check their answers are those of the routes", async () => {
  const { paths } = await describeServiceApi();
  // Equal schemas get equal names.
  const { schemas } = nameSchemas({ schemas: responseSchemas }, [entities, api, saml, session]);
  const published = Object.keys(schemas).map((route) => {
    const [method = "", path = ""] = route.split(" ");
    const responses = paths[`/api/v1${path}`]?.[method.toLowerCase()]?.responses ?? {};
    const [, success] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
    const { content } = success as { content?: Readonly<Record<string, { schema: unknown }>> };
    return [route, content?.["application/json"]?.schema ?? { type: "null" }];
  });
  expect(schemas).toEqual(Object.fromEntries(published));
});
