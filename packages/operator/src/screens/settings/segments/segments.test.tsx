import { expect, test } from "vitest";
import {
  createOperator,
  createSegment,
  createVisitor,
  emptyPage,
} from "../../../../tests/entities.ts";
import { createTestInbox } from "../../../../tests/inbox.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const regulars = createSegment(3, "Regulars", {
  if: { all: [{ fact: "visitor.chats", op: "at_least", value: 5 }] },
  shared: "me",
  owner: { id: 1, name: "Olga" },
});
const lists = {
  "GET /channels": emptyPage,
  "GET /departments": emptyPage,
  "GET /operators": emptyPage,
  "GET /bots": emptyPage,
  "GET /tags": emptyPage,
  "GET /fields": emptyPage,
};

test("[SEG-001] [SEG-004] a segment is made of conditions on visitors, with their number", async () => {
  const { screen, user, changes } = await renderApp("/settings/segments/new", {
    ...lists,
    "GET /me": createOperator({ role: "owner" }),
    "GET /segments": emptyPage,
    "POST /segments/count": { count: 12, complete: true },
    "POST /segments": regulars,
  });
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Regulars");
  await user.click(screen.getByRole("button", { name: "Condition" }));
  const facts = await screen.findByRole("combobox", { name: "Choose what to compare" });
  expect(screen.queryByRole("option", { name: /^State/ })).toBeNull();
  await user.type(facts, "Number of chats{Enter}");
  await user.type(
    await screen.findByRole("textbox", { name: "Number of chats: value" }),
    "5{Enter}",
  );
  await screen.findByText("12 visitors now");
  await user.click(screen.getByRole("button", { name: "Create segment" }));
  await expect
    .poll(() => changes.find(({ path }) => path === "/segments")?.body)
    .toEqual({ name: "Regulars", if: regulars.if, shared: "me" });
});

test("[SEG-003] the list of visitors shows those of a segment", async () => {
  const queries: string[] = [];
  const inbox = createTestInbox([]);
  const { screen, user } = await renderApp("/visitors/all", {
    ...inbox.answers,
    "GET /segments": { items: [regulars], next_cursor: null },
    "GET /visitors": ({ query }) => {
      queries.push(query.toString());
      return query.has("segment")
        ? { items: [createVisitor(5, "Nadia Ross")], next_cursor: null }
        : emptyPage;
    },
  });
  await user.selectOptions(await screen.findByRole("combobox", { name: "Segment" }), "Regulars");
  await screen.findByText("Nadia Ross");
  expect(new URLSearchParams(queries.at(-1)).get("segment")).toBe("3");
  expect(new URLSearchParams(queries.at(-1)).has("sort")).toBe(false);
});
