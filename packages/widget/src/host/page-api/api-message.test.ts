import { defaultWidgetSettings } from "@parlour/protocol/settings/widget-settings";
import { expect, test } from "vitest";
import type { MessageToWindow } from "../../bridge.ts";
import type { ApiDeps } from "./result.ts";
import { createMessageFunctions } from "./api-message.ts";
import type { WidgetRuntime } from "../widget-runtime.ts";

/**
 * Creates the message functions of a page. Records the messages that they post to the chat window.
 */
function openTestPage() {
  const posted: MessageToWindow[] = [];
  const claimed: object[] = [];
  const session = {
    post: (message: MessageToWindow) => posted.push(message) > 0,
    claimContacts: (contacts: object) => void claimed.push(contacts),
  } as unknown as WidgetRuntime;
  const face = {
    ...defaultWidgetSettings,
    on_accent: "#fff",
    id: "a",
    name: "Shop",
    base: "",
    frame: "",
    rules: [],
  };
  const { sendMessage } = createMessageFunctions({
    face,
    runtime: () => session,
    callbacks: {} as ApiDeps["callbacks"],
  });
  if (sendMessage === undefined) throw new Error("no sendMessage");
  return { posted, claimed, sendMessage };
}
const ok = { result: "ok" };

test("[WG-064] [WG-209] sendMessage takes the text as string, `text` or `message`, and the contacts of its object", () => {
  const { posted, claimed, sendMessage } = openTestPage();
  const contacts = {
    name: "Ann",
    email: "ann@shop.example",
    phone: "+14084987855",
    description: "From the CRM",
  };
  expect(sendMessage({ ...contacts, message: "Is it food-safe?" })).toEqual(ok);
  expect(posted).toEqual([
    { type: "contacts", contacts },
    { type: "say", text: "Is it food-safe?" },
  ]);
  expect(claimed).toEqual([contacts]);
  posted.length = 0;
  expect([
    sendMessage({ text: "one" }),
    sendMessage({}, "two"),
    sendMessage({ name: "Ann" }, "three"),
    sendMessage("four"),
  ]).toEqual(Array(4).fill(ok));
  expect(posted.map((one) => (one.type === "say" ? one.text : one.type))).toEqual([
    "one",
    "two",
    "contacts",
    "three",
    "four",
  ]);
});

test("[WG-064] [WG-209] sendMessage refuses what it cannot use, and then sends nothing", () => {
  const { posted, sendMessage } = openTestPage();
  const reasons = [
    [{ name: "Ann" }],
    [{ message: " " }],
    [null],
    [{ email: "nobody", message: "x" }],
    [{ phone: "12", message: "x" }],
    [{ message: "x".repeat(65_537) }],
  ].map((args) => (sendMessage(...args) as { reason?: string }).reason);
  expect(reasons).toEqual([
    "Text is required",
    "Text is required",
    "Text is required",
    "Invalid email",
    "Invalid phone",
    "Text is too long",
  ]);
  expect(posted).toEqual([]);
});
