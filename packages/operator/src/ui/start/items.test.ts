import type { GetStarted } from "@parlour/protocol/api";
import { beforeAll, expect, test } from "vitest";
import { i18n } from "../../text/index.ts";
import { createAdminCheckList, createOperatorCheckList } from "./items.ts";

beforeAll(() => i18n.activate("en", ["en-GB"]));
const now = new Date(2026, 10, 23, 12).getTime();
const nothing: GetStarted = {
  has_chats: false,
  widget: null,
  colleague: null,
  hours: null,
  email: null,
  backup: null,
};
const listItems = (facts: Partial<GetStarted>, areTested = false) =>
  createAdminCheckList({ ...nothing, ...facts }, { areTested }, now).map(
    ({ id, isDone, about }) => [id, isDone, about],
  );

test("[CORE-173] nothing is done on day one; each item names its page", () => {
  expect(listItems({}).map(([, isDone]) => isDone)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(createAdminCheckList(nothing, { areTested: false }, now).map(({ to }) => to)).toEqual([
    "/settings/widgets/new",
    "/settings/people/new",
    "/settings/hours",
    "/settings/mail",
    "/me",
    "/settings/system",
  ]);
});

test("[CORE-173] facts make items done, with their proof", () => {
  const at = new Date(2026, 10, 23, 10, 14).toISOString();
  const seen = { origin: "https://alder-oat.example", page_url: null, page_title: null, at };
  const done = listItems(
    {
      widget: { channel_id: 3, public_id: "x", seen, elsewhere: null },
      colleague: {
        operator_id: 2,
        name: "Ivan Petrov",
        email: "ivan@x.example",
        has_accepted: true,
        has_channel: true,
      },
      hours: {
        timezone: "Europe/London",
        week: { mon: ["09:00-18:00"], tue: ["09:00-18:00"], wed: ["09:00-18:00"] },
      },
      email: { from: "Shop <chat@x.example>", works: true },
      backup: { created_at: at, bytes: 14_000_000 },
    },
    true,
  );
  expect(done.map(([, isDone]) => isDone)).toEqual([true, true, true, true, true, true]);
  expect(done.map(([, , about]) => about)).toEqual([
    "Seen on alder-oat.example today at 10:14",
    "Ivan Petrov accepted the invitation",
    "Mon to Wed, 9:00 to 18:00",
    "Emails are sent from Shop <chat@x.example>",
    "Sound and desktop notification work",
    expect.stringMatching(/^Saved 10:14, 1[34]/),
  ]);
});

test("[CORE-323] a colleague who is on no channel is not done, although they accepted", () => {
  const colleague = { operator_id: 2, name: "Ivan", email: "ivan@x.example", has_accepted: true };
  const items = createAdminCheckList(
    { ...nothing, colleague: { ...colleague, has_channel: false } },
    { areTested: false },
    now,
  );
  expect(items[1]).toMatchObject({
    isDone: false,
    about: "Ivan is on no channel and gets no chats.",
    to: "/settings/people/2",
    action: "Choose channels",
  });
});

test("[CORE-173] [CORE-213] an invitation is waited for; hours of several kinds and none at all; without the installation there are no email and no backup", () => {
  const invited = createAdminCheckList(
    {
      ...nothing,
      colleague: {
        operator_id: 2,
        name: "I",
        email: "ivan@x.example",
        has_accepted: false,
        has_channel: true,
      },
    },
    { areTested: false },
    now,
  )[1];
  expect(invited).toMatchObject({
    isDone: false,
    about: "Waiting for ivan@x.example",
    to: "/settings/people/2",
    action: "Send again",
  });
  expect(listItems({ hours: { timezone: null, week: {} } })[2]).toEqual([
    "hours",
    true,
    "Always open",
  ]);
  expect(
    listItems({
      hours: { timezone: "UTC", week: { mon: ["09:00-12:00", "13:00-18:00"] } },
    })[2]?.[2],
  ).toBe("Working hours are set");
  expect(
    listItems({
      hours: { timezone: "UTC", week: { mon: ["09:00-12:00"], wed: ["09:00-12:00"] } },
    })[2]?.[2],
  ).toBe("Working hours are set");
  expect(
    listItems({ email: { from: "chat@x.example", works: false } }).find(([id]) => id === "email"),
  ).toEqual(["email", false, "Saved for chat@x.example. No email has been sent yet."]);
  const { backup: _, email: _email, ...others } = nothing;
  expect(createAdminCheckList(others, { areTested: false }, now).map(({ id }) => id)).toEqual([
    "button",
    "colleague",
    "hours",
    "alerts",
  ]);
  expect(
    createOperatorCheckList({ areTested: true }, false).map(({ id, isDone }) => [id, isDone]),
  ).toEqual([
    ["alerts", true],
    ["picture", false],
  ]);
});
