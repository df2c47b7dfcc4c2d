import { expect, it } from "vitest";
import { buildCurlCommand } from "./curl.ts";

it("[API-050] quotes in a body cannot end the shell's string", () => {
  expect(
    buildCurlCommand({
      url: "https://x.example/a",
      headers: { "content-type": "application/json", "content-length": "9" },
      body: `{"a":"it's; rm -rf /"}`,
    }),
  ).toBe(
    `curl -X POST 'https://x.example/a' \\\n  -H 'content-type: application/json' \\\n  --data-binary '{"a":"it'\\''s; rm -rf /"}'`,
  );
});
