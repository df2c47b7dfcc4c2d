import type { Company, Field } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator, createVisitor, emptyPage } from "../../../../tests/entities.ts";
import { Refusal, type Answers } from "../../../../tests/fake-server.ts";
import { createAnnsChat, createTestInbox, findOpenChat } from "../../../../tests/inbox.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const at = "2026-11-20T10:00:00.000Z";
const acme: Company = { name: "Acme", visitors: 12, open_chats: 1, last_chat_at: at };
const zeta: Company = { name: "Zeta", visitors: 1, open_chats: 0, last_chat_at: null };
const field: Field = {
  id: 1,
  object: "visitor",
  key: "company",
  kind: "text",
  name: "Company",
  names: {},
  help: "",
  helps: {},
  options: [],
  option_names: {},
  edit_roles: [],
  sources: ["import"],
  required: "never",
  created_at: at,
  managed: false,
};
const toPage = <Item,>(...items: Item[]) => ({ items, next_cursor: null });
const owner = createOperator({ role: "owner" });
const answers: Answers = {
  "GET /me": owner,
  "GET /fields": toPage(field),
  "GET /companies": ({ query }) => {
    const begins = (query.get("q") ?? "").toLowerCase();
    const found = [acme, zeta].filter(({ name }) =>
      query.has("name") ? name === query.get("name") : name.toLowerCase().startsWith(begins),
    );
    return toPage(...(query.get("sort") === "last_chat" ? found.toReversed() : found));
  },
};
const listNames = () =>
  [...document.querySelectorAll(".companies tbody a")].map((link) => link.textContent);

test("[CO-020] companies are filtered, sorted and opened by keyboard, with their people; Escape returns", async () => {
  const asked: string[] = [];
  const anna = createVisitor(5, "Anna Kovács");
  const { screen, user } = await renderApp("/visitors", {
    ...answers,
    "GET /visitors": ({ query }) => {
      asked.push(`${query.get("company")} ${query.get("sort")}`);
      return toPage(anna);
    },
    "GET /visitors/{number}": { ...anna, person: null },
    "GET /visitors/{number}/visits": emptyPage,
    "GET /visitors/{number}/matches": { items: [] },
  });
  await user.click(await screen.findByRole("button", { name: "Companies" }));
  const row = within(await screen.findByRole("row", { name: /^Acme/ }));
  expect(row.getAllByRole("cell").map((cell) => cell.textContent)).toEqual([
    "12",
    "1",
    expect.stringMatching(/\d/),
  ]);
  expect(listNames()).toEqual(["Acme", "Zeta"]);
  await user.keyboard("/z");
  await waitFor(() => expect(listNames()).toEqual(["Zeta"]));
  await user.keyboard("q");
  await user.click(await screen.findByRole("button", { name: "Clear the filter" }));
  await waitFor(() => expect(listNames()).toEqual(["Acme", "Zeta"]));
  await user.click(screen.getByRole("button", { name: "By name" }));
  await user.click(await screen.findByRole("menuitemradio", { name: "Latest chat first" }));
  await waitFor(() => expect(listNames()).toEqual(["Zeta", "Acme"]));

  screen.getByRole("link", { name: "Acme" }).focus();
  await user.keyboard("{Enter}");
  await screen.findByRole("heading", { name: "Acme", level: 2 });
  await screen.findByText(/^12 people · 1 open chat · latest chat: /);
  const chats = screen.getByRole<HTMLAnchorElement>("link", { name: "Chats of this company" });
  expect(new URL(chats.href).searchParams.get("q")).toBe('company:"Acme"');
  const people = within(
    await screen.findByRole("region", { name: "People of Acme, newest first" }),
  );
  expect(location.search).toBe("?list=companies&company=Acme");
  await user.click(await people.findByRole("link", { name: "Anna Kovács" }));
  await screen.findByRole("complementary", { name: "Anna Kovács" });
  expect(location.search).toBe("?list=companies&company=Acme");
  expect(asked.at(-1)).toBe("Acme null");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(location.pathname).toBe("/visitors"));
  expect(location.search).toBe("?list=companies&company=Acme");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(listNames()).toEqual(["Acme", "Zeta"]));
});

test("[CO-020] [CO-012] an operator reads past a page without companies, page by page, and has no order", async () => {
  const pages: Readonly<Record<string, { items: Company[]; next_cursor: string | null }>> = {
    "": { items: [], next_cursor: "a" },
    a: { items: [acme], next_cursor: "b" },
    b: { items: [zeta], next_cursor: null },
  };
  const { screen, user, answer } = await renderApp("/visitors?list=companies", {
    ...answers,
    "GET /me": createOperator(),
    "GET /companies": new Refusal(503, "unavailable", "The database does not respond."),
  });
  const retry = await screen.findByRole("button", { name: "Retry" });
  answer({ "GET /companies": ({ query }) => pages[query.get("cursor") ?? ""]! });
  await user.click(retry);
  await waitFor(() => expect(listNames()).toEqual(["Acme"]));
  expect(screen.queryByRole("button", { name: "By name" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Show more companies" }));
  await waitFor(() => expect(listNames()).toEqual(["Acme", "Zeta"]));
  expect(screen.queryByRole("button", { name: "Show more companies" })).toBeNull();
});

test("[API-252] the search suggests the companies that begin with the typed text", async () => {
  const { screen, user } = await renderApp("/archive", {
    ...answers,
    "GET /search": {
      ...emptyPage,
      people: { items: [], count: 0 },
      chats: { items: [], count: 0 },
    },
  });
  const search = await screen.findByRole("combobox", { name: /Search/ });
  await user.type(search, "company:z");
  await user.click(await screen.findByRole("option", { name: "Zeta" }));
  await screen.findByRole("button", { name: /Company.*Zeta/ });
});

test("[CO-021] one button adds the field, for those with the permission; another kind is explained", async () => {
  const { screen, user, answer, changes, navigate } = await renderApp("/visitors?list=companies", {
    ...answers,
    "GET /companies": emptyPage,
    "GET /fields": emptyPage,
    "GET /visitors": emptyPage,
    "POST /fields": field,
  });
  const add = await screen.findByRole("button", { name: "Add companies" });
  answer({ "GET /fields": toPage(field) });
  await user.click(add);
  await screen.findByText("No companies yet");
  screen.getByText(/a value in the field “Company”/);
  expect(changes.map(({ path, body }) => [path, body])).toEqual([
    ["/fields", { object: "visitor", key: "company", kind: "text", name: "Company" }],
  ]);
  navigate("/visitors?list=companies&company=Nobody");
  await screen.findByText("No matching visitors");
});

test("[CO-021] without the permission, the text says who can add the field", async () => {
  const { screen } = await renderApp("/visitors?list=companies", {
    ...answers,
    "GET /me": createOperator(),
    "GET /companies": emptyPage,
    "GET /fields": emptyPage,
  });
  await screen.findByText(/An administrator can add the field/);
  expect(screen.queryByRole("button", { name: "Add companies" })).toBeNull();
});

test("[CO-021] a field of another kind is explained", async () => {
  const { screen } = await renderApp("/visitors?list=companies", {
    ...answers,
    "GET /companies": emptyPage,
    "GET /fields": toPage({ ...field, kind: "one_of", options: ["Acme"] }),
  });
  await screen.findByText("The field “company” is not a text");
});

test("[CO-022] the value in the panel of a chat links to the people of the company, with their number", async () => {
  const chat = createAnnsChat(5, "Tom");
  const fields: typeof chat.visitor.fields = {
    company: { value: "Acme", source: "channel", at },
  };
  const inbox = createTestInbox([{ ...chat, visitor: { ...chat.visitor, fields } }]);
  const { screen, user } = await renderApp("/inbox/all/5", {
    ...inbox.answers,
    ...answers,
    "GET /visitors": emptyPage,
  });
  await findOpenChat("Tom");
  await user.click(await screen.findByRole("link", { name: "Acme · 12 people" }));
  await screen.findByRole("heading", { name: "Acme", level: 2 });
});
