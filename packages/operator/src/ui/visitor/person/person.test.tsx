import type { Chat } from "@parlour/protocol";
import type { PersonVisitor, VisitorProfile } from "@parlour/protocol/api";
import { createTestChat } from "@parlour/protocol/entity/chat.fixture";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import type { Answers } from "../../../../tests/fake-server.ts";
import {
  createContact,
  createMessage,
  createOperator,
  createVisitor,
  emptyPage,
} from "../../../../tests/entities.ts";
import { renderApp, type RenderedApp } from "../../../../tests/render-app.tsx";

const shop = { id: 1, kind: "api", name: "Shop" } as const;
const messenger = { id: 2, kind: "api", name: "Messenger" } as const;
const anna: PersonVisitor = {
  ...createVisitor(1, "Anna Keller", { email: createContact("anna@keller.example") }),
  channel: shop,
};
const annaK: PersonVisitor = {
  ...createVisitor(2, "Anna K.", {
    email: createContact("Anna@Keller.example"),
    phone: createContact("+49 30 901820"),
  }),
  channel: messenger,
};
const toChat = (visitor: PersonVisitor, text: string): Chat => {
  const { number, id, name, phone, email, description, photo, customer, created_at } = visitor;
  return createTestChat(number, {
    visitor: { number, id, name, phone, email, description, photo, customer, created_at },
    channel: visitor.channel,
    last_message: createMessage(number, 1, text),
  });
};
const chats = [toChat(anna, "Hello from anna-shop"), toChat(annaK, "Hello from anna-phone")];

/** Two visitors with the same email address, whom operators merge and separate. */
function createPersonAnswers(): { readonly answers: Answers; readonly merge: () => void } {
  let relation: "suggested" | "different" | "merged" = "suggested";
  const isMerged = (): boolean => relation === "merged";
  const getProfile = (number: number | undefined): VisitorProfile => {
    const [self, other] = number === 1 ? [anna, annaK] : [annaK, anna];
    const person = {
      members: [self, other],
      names: [
        { ...createContact("Anna Keller"), visitor: 1 },
        { ...createContact("Anna K."), visitor: 2 },
      ],
      emails: [{ ...createContact("anna@keller.example"), visitor: 1 }],
      phones: [{ ...createContact("+49 30 901820"), visitor: 2 }],
      descriptions: [],
      merges: [{ visitor: 1, other: 2, by: { id: 1, name: "Ann" }, at: anna.created_at }],
    };
    const { channel: _channel, ...profile } = self;
    return { ...profile, person: isMerged() ? person : null };
  };
  const email = { kind: "email", source: "channel", other_source: "channel" } as const;
  const change = (next: typeof relation) => () => {
    relation = next;
    return null;
  };
  return {
    merge: change("merged"),
    answers: {
      "GET /chats": ({ query }) => {
        const found = chats.filter(
          ({ visitor }) =>
            !query.has("visitor") || isMerged() || visitor.number === Number(query.get("visitor")),
        );
        return { items: found, next_cursor: null };
      },
      "GET /chats/{id}": ({ ids: [id] }) => chats.find((chat) => chat.id === id) as Chat,
      "GET /chats/{id}/messages": ({ ids: [id = 0] }) => ({
        items: [createMessage(id, 1, "Hello")],
        next_cursor: null,
      }),
      "GET /visitors/online": { items: [], total: 0 },
      "GET /visitors": { items: [anna, annaK], next_cursor: null },
      "GET /visitors/{number}/visits": emptyPage,
      "GET /visitors/{number}": ({ ids: [number] }) => getProfile(number),
      "GET /visitors/{number}/matches": ({ ids: [number] }) => ({
        items:
          relation === "suggested"
            ? [
                {
                  visitor: number === 1 ? annaK : anna,
                  contacts: [{ ...email, value: "anna@keller.example" }],
                },
              ]
            : [],
      }),
      "PUT /visitors/{number}/different/{other}": change("different"),
      "DELETE /visitors/{number}/different/{other}": change("suggested"),
      "PUT /visitors/{number}/merges/{other}": ({ ids: [number] }) => {
        relation = "merged";
        return getProfile(number);
      },
      "DELETE /visitors/{number}/merges/{other}": ({ ids: [number] }) => {
        relation = "suggested";
        return getProfile(number);
      },
    },
  };
}

const suggestion = ({ screen }: RenderedApp) =>
  screen.queryByRole("region", { name: "Same person?" });
const findSuggestion = ({ screen }: RenderedApp) =>
  screen.findByRole("region", { name: "Same person?" });
const findPerson = ({ screen }: RenderedApp) =>
  screen.findByRole("region", { name: "One person, 2 visitors" });
/** Presses a button with the keyboard, and waits until the focus is on the sections again. */
async function pressKey({ screen, user }: RenderedApp, name: RegExp): Promise<void> {
  (await screen.findByRole("button", { name })).focus();
  await user.keyboard("{Enter}");
  await waitFor(() => {
    expect(screen.queryByRole("button", { name })).toBeNull();
    expect(document.activeElement?.className).toBe("persons");
  });
}

test("[CORE-295] [CORE-290] [CORE-291] [CORE-292] a suggestion in the panel is dismissed, restored, merged and undone with the keyboard", async () => {
  const app = await renderApp("/inbox/all/1", createPersonAnswers().answers);
  const { screen, user, changes } = app;
  const found = await findSuggestion(app);
  within(found).getByText("Same email address: anna@keller.example");
  expect(found.textContent).toContain("#1: your channel server · #2: your channel server");

  await pressKey(app, /^Not the same person as Anna K\./);
  await screen.findByText("Anna Keller (#1) and Anna K. (#2) are different people");
  await user.keyboard("z");
  await findSuggestion(app);

  await pressKey(app, /^Merge with Anna K\./);
  const text = (await findPerson(app)).textContent;
  expect(text).toContain("#2 · Messenger");
  expect(text).toContain("+49 30 901820");
  expect(text).toMatch(/#1 and #2 merged by Ann/);
  await user.click(screen.getByText("Previous chats"));
  await screen.findByRole("link", { name: "Hello from anna-phone Messenger" });

  await pressKey(app, /^Undo merge of/);
  await findSuggestion(app);
  expect(screen.queryByRole("region", { name: "One person, 2 visitors" })).toBeNull();
  await waitFor(() =>
    expect(screen.queryByRole("link", { name: /Hello from anna-phone/ })).toBeNull(),
  );
  expect(changes.map(({ method, path }) => `${method} ${path}`)).toEqual(
    expect.arrayContaining([
      "PUT /visitors/1/different/2",
      "DELETE /visitors/1/different/2",
      "PUT /visitors/1/merges/2",
      "DELETE /visitors/1/merges/2",
    ]),
  );
});

test("[CORE-295] [CORE-291] the page of another operator shows a merge without a reload", async () => {
  const server = createPersonAnswers();
  const app = await renderApp("/visitors/2", server.answers);
  within(await findSuggestion(app)).getByRole("link", { name: "Anna Keller" });
  server.merge();
  app.sockets.sendEvent("settings_changed", { kind: "visitor", id: null });
  await findPerson(app);
  await app.screen.findByRole("link", { name: /Hello from anna-shop/ });
});

test("[CORE-295] [CORE-290] a value that a visitor only typed is marked as not verified, and a viewer sees no buttons", async () => {
  const claimed: PersonVisitor = {
    ...createVisitor(3, "Claimed", { email: createContact("anna@keller.example", "visitor") }),
    channel: { id: 3, kind: "widget", name: "Site" },
  };
  const app = await renderApp("/visitors/1", {
    ...createPersonAnswers().answers,
    "GET /me": createOperator({ name: "Vic", role: "viewer" }),
    "GET /visitors/{number}/matches": {
      items: [
        {
          visitor: claimed,
          contacts: [
            {
              kind: "email",
              value: "anna@keller.example",
              source: "channel",
              other_source: "visitor",
            },
          ],
        },
      ],
    },
  });
  const found = within(await findSuggestion(app));
  found.getByText("Not verified. Check before you merge.");
  found.getByRole("link", { name: "Claimed" });
  expect(suggestion(app)?.textContent).toContain("typed by the visitor");
  expect(found.queryAllByRole("button")).toEqual([]);
});
