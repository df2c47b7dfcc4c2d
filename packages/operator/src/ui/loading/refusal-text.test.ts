import { toApiError } from "@parlour/client";
import { expect, test, vi } from "vitest";
import { getErrorText, getSendRefusalText } from "./ErrorMessage.tsx";

const refuse = (limit?: string) =>
  toApiError(
    { base: "" },
    {
      status: 409,
      header: () => null,
      text: JSON.stringify({ error: { code: "at_limit", message: "Too many.", limit } }),
    },
  );

test("[API-002] only the limit of chats has the words about chats", () => {
  expect(getErrorText(refuse("chats"))).toContain("chat limit");
  for (const limit of ["imports", "replays", undefined])
    expect(getErrorText(refuse(limit))).toBe("Too many.");
});

const answer = (status: number, error: object | null) =>
  toApiError(
    { base: "" },
    { status, header: () => null, text: error === null ? "<html>" : JSON.stringify({ error }) },
  );

test("[CFG-166] the text of a refusal hangs on its code, not on its status", () => {
  vi.stubGlobal("location", { origin: "http://192.0.2.5:3000" });
  const roleText = "Your role does not allow this. Ask an owner or admin.";
  expect(getErrorText(answer(403, { code: "forbidden", message: "No." }))).toBe(roleText);
  expect(
    getErrorText(
      answer(403, { code: "wrong_address", message: "No.", location: "https://chat.example" }),
    ),
  ).toBe(
    `Parlour is set up for https://chat.example, but you opened http://192.0.2.5:3000. Open https://chat.example, or set PUBLIC_URL=http://192.0.2.5:3000 and restart Parlour.`,
  );
  for (const code of ["confirmation_needed", "second_factor_needed", "channel_disabled"])
    expect(getErrorText(answer(403, { code, message: "No." }))).not.toBe(roleText);
  expect(getErrorText(answer(403, null))).toBe("The server answered 403.");
  expect(getErrorText(answer(502, null))).toContain("Something went wrong on the server.");
});

test("[CORE-003] a message that is not sent at the limit names that of chats", () => {
  expect(getSendRefusalText({ code: "at_limit", message: "x" })).toContain("chat limit");
  expect(getSendRefusalText({ code: "chat_closed", message: "Closed." })).toBe("Closed.");
});
