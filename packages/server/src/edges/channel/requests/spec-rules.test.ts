import { expect, it } from "vitest";
import { isFailure } from "../../../core/failure.ts";
import { parseRequest } from "../format/parse-request.ts";
import { findRuleForFailure } from "./responses.ts";

const sender = { id: "7" };
it.each([
  [{ message: { type: "text", text: "Hi" } }, "CH-039"],
  [{ sender, message: {} }, "CH-039"],
  [{ sender: { id: " " }, message: { type: "text", text: "Hi" } }, "CH-040"],
  [{ sender: { id: 1.5 }, message: { type: "text", text: "Hi" } }, "CH-041"],
  [{ sender, message: { type: "text", text: " " } }, "CH-039"],
  [{ sender, message: { type: "dance" } }, "CH-055"],
  [{ sender, message: { type: "photo" } }, "CH-062"],
  [{ sender, message: { type: "photo", file: "ftp://x" } }, "CH-062"],
  [{ sender, message: { type: "photo", file: "https://x.example/a.png", width: -1 } }, "CH-063"],
  [{ sender, message: { type: "location", latitude: 91, longitude: 0 } }, "CH-064"],
  [[], "CH-033"],
])("[API-052] the fault of %j names its rule %s", (body, rule) => {
  const failure = parseRequest(body);
  expect(isFailure(failure) ? findRuleForFailure(failure) : null).toBe(rule);
});
