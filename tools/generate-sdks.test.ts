import { expect, test } from "vitest";
import { createParlour } from "../packages/sdk/src/index.ts";
import { describeServiceApi } from "../packages/server/src/openapi/service-api.ts";
import { renderSdks } from "./generate-sdks.ts";
import { read } from "./source.ts";

const command = "npm run x -- node tools/generate-sdks.ts";
/** Why a file may differ: scripts/launch/sdks.js does not name all sources of the documents. */
const hint = `is older than the API documents: ${command}`;

test("[API-115] [CORE-134] openapi-typescript loads the documents, and both SDKs have the operations and types of the code", async () => {
  const files = await renderSdks();
  expect(files.size).toBe(8);
  for (const [name, text] of files) expect(read(name) === text, `${name} ${hint}`).toBe(true);
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
