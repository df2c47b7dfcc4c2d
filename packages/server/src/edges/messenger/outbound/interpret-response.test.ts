import { expect, test } from "vitest";
import type { EgressReply } from "../../../egress/index.ts";
import { interpretResponse, isTooLate } from "./interpret-response.ts";

const answer = (status: number, body: unknown): EgressReply => ({
  kind: "answered",
  status,
  headers: {},
  body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
  durationMs: 1,
});
const refuse = (status: number, code: number, subcode?: number): EgressReply =>
  answer(status, { error: { message: "Title", code, error_subcode: subcode } });

test("[ME-020] [ME-028] the id of a message or a recipient means delivered", () => {
  for (const body of [{ message_id: "m_1", recipient_id: "7" }, { recipient_id: "7" }])
    expect(interpretResponse(answer(200, body), { attempts: 1 }).means).toBe("delivered");
});
test.each([
  [400, 10, 2_018_278, "final", "Human Agent"],
  [400, 10, 2_534_022, "final", "Human Agent"],
  [400, 10, undefined, "again", "Title"],
  [400, 190, undefined, "again", "access token"],
  [400, 200, undefined, "again", "Title"],
  [400, 200, 1_545_041, "final", "cannot be reached"],
  [400, 551, undefined, "final", "cannot be reached"],
  [400, 100, 2_018_001, "final", "Title"],
  [400, 613, undefined, "again", "Title"],
  [429, 80_006, undefined, "again", "Title"],
  [500, 2, undefined, "again", "Title"],
])("[ME-025] status %i with %i and subcode %s is %s", (status, code, subcode, means, text) => {
  const outcome = interpretResponse(refuse(status, code, subcode), { attempts: 2 });
  expect(outcome.means).toBe(means);
  expect(outcome.error?.message).toContain(text);
  if (code === 613) expect(outcome.notBeforeMs).toBe(16_000);
  // An administrator can repair these, so the operator sees them at once.
  if ([190, 200].includes(code) && means === "again") expect(outcome.shownNow).not.toBeUndefined();
});
test.each(["", "<html>", "[]", "null", "{}"])("[ME-041] %j waits for the echo", (body) => {
  expect(interpretResponse(answer(200, body), { attempts: 1 })).toMatchObject({
    means: "again",
    notBeforeMs: 30_000,
  });
});
test("[ME-031] only an answer outside the window is sent again with a tag", () => {
  expect(isTooLate(refuse(400, 10, 2_018_278))).toBe(true);
  expect(isTooLate(refuse(400, 10))).toBe(false);
  expect(isTooLate(answer(200, { message_id: "m" }))).toBe(false);
});
