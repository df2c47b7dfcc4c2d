import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generatedFolder, renderTypes } from "../packages/sdk/generate-types.ts";
import { createParlour } from "../packages/sdk/src/index.ts";
import { describeServiceApi } from "../packages/server/src/openapi/service-api.ts";

const command = "npm run x -- node packages/sdk/generate-types.ts";

test(`[API-115] openapi-typescript loads the documents, and the types of the SDK are those of the code: ${command}`, async () => {
  const files = await renderTypes();
  expect(Object.keys(files).toSorted()).toEqual(readdirSync(generatedFolder).toSorted());
  for (const [name, text] of Object.entries(files))
    expect(readFileSync(join(generatedFolder, name), "utf8") === text, `${name}: ${command}`).toBe(
      true,
    );
});

test("[API-384] the client has a method for every operation of the document, and no other", async () => {
  const { paths } = await describeServiceApi();
  const names = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId = "" }) => operationId),
  );
  expect(names.length).toBeGreaterThan(200);
  const parlour = createParlour({ url: "http://localhost", apiKey: "k" });
  expect(Object.keys(parlour).toSorted()).toEqual([...names, "events"].toSorted());
});
