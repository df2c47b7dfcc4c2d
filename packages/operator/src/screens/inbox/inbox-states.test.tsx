import type { Chat } from "@parlour/protocol";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createMessage, createOperator, emptyPage } from "../../../tests/entities.ts";
import { Refusal } from "../../../tests/fake-server.ts";
import { createAnnsChat, createTestInbox } from "../../../tests/inbox.ts";
import { renderApp, type RenderedApp } from "../../../tests/render-app.tsx";

/** The list, a chat and the panel while they are read, when they cannot be read, and empty. */

/** How reads are answered: normally, not yet, or with an error. */
type ReadMode = "answers" | "waits" | "fails";

/** Creates answers whose mode can change. Requests that wait are answered in the new mode. */
function createReads(initialMode: ReadMode) {
  let mode = initialMode;
  let change = Promise.withResolvers<void>();
  return {
    setMode(next: ReadMode): void {
      mode = next;
      change.resolve();
      change = Promise.withResolvers<void>();
    },
    async respond<Answer>(answer: () => Answer): Promise<Answer | Refusal> {
      while (mode === "waits") await change.promise;
      // Automatic retries wait so long that only the Retry button reads again during a test.
      return mode === "fails"
        ? new Refusal(503, "temporarily_unavailable", "Something broke.", { retryAfterS: 600 })
        : answer();
    },
  };
}

const failureReason =
  "Something went wrong on the server. Try again. If it happens again, copy the details for your administrator.";
const failureDetails = /^temporarily_unavailable · HTTP 503 · r · /;

const findList = ({ screen }: RenderedApp) => screen.findByRole("region", { name: "Chat list" });
const conversation = () => within(document.querySelector<HTMLElement>("section.conversation")!);

/** Waits until `container` shows which load failed, why, the details, and the Retry button. */
async function findFailure(container: HTMLElement, failureText: string): Promise<void> {
  const pane = within(container);
  await pane.findByText(`${failureText} ${failureReason}`);
  pane.getByText(failureDetails);
  pane.getByRole("button", { name: "Copy details" });
  pane.getByRole("button", { name: "Retry" });
}
/** Presses Retry, and waits until the error is removed. */
async function retry(
  { user }: RenderedApp,
  container: HTMLElement,
  failureText: string,
): Promise<void> {
  await user.click(within(container).getByRole("button", { name: "Retry" }));
  await waitFor(() =>
    expect(within(container).queryByText(`${failureText} ${failureReason}`)).toBeNull(),
  );
}

const anna = createAnnsChat(1, "Anna Kovács");
const tom = createAnnsChat(2, "Tom Becker", {
  state: "closed",
  closed_at: "2026-11-20T11:00:00.000Z",
});
const listOf = (items: Chat[]) => ({ items, next_cursor: null });

test("[API-020] [API-002] the list: eight grey rows while it is read; what went wrong and Retry when it cannot be; rows that were there stay", async () => {
  const inbox = createTestInbox([anna, tom]);
  const reads = createReads("waits");
  const app = await renderApp("/inbox/all", {
    ...inbox.answers,
    "GET /chats": ({ query }) => {
      const view = query.get("view");
      if (view === "closed") return reads.respond(() => listOf([tom]));
      return view === "all" ? reads.respond(() => listOf([anna])) : emptyPage;
    },
  });
  const what = "The list could not be loaded.";
  const list = await findList(app);
  await waitFor(() => expect(list.querySelectorAll(".bonerow")).toHaveLength(8));
  expect(list.getAttribute("aria-busy")).toBe("true");
  within(await within(list).findByRole("status")).getByText("Loading chats");

  reads.setMode("fails");
  await findFailure(list, what);
  reads.setMode("answers");
  await retry(app, list, what);
  await within(list).findByRole("row", { name: /Anna Kovács/ });

  app.navigate("/inbox/closed");
  await within(list).findByRole("row", { name: /Tom Becker/ });
  app.navigate("/inbox/all");
  await within(list).findByRole("row", { name: /Anna Kovács/ });
  reads.setMode("fails");
  app.navigate("/inbox/closed");
  await findFailure(list, what);
  await within(list).findByRole("row", { name: /Tom Becker/ });
  reads.setMode("answers");
  await retry(app, list, what);
  await within(list).findByRole("row", { name: /Tom Becker/ });
});

test("[API-022] [API-002] a chat of the list: grey lines while it is read; what went wrong and Retry when it cannot be; read once, it stands there at once", async () => {
  const inbox = createTestInbox([anna]);
  const reads = createReads("waits");
  const app = await renderApp("/inbox/all", {
    ...inbox.answers,
    "GET /chats/{id}": () => reads.respond(() => anna),
    "GET /chats/{id}/messages": () =>
      reads.respond(() => ({
        items: [createMessage(1, 1, "Where is my order?")],
        next_cursor: null,
      })),
  });
  const what = "The conversation could not be loaded.";
  const list = await findList(app);
  await within(list).findByRole("row", { name: /Anna Kovács/ });
  app.navigate("/inbox/all/1");
  await waitFor(() =>
    expect(
      document.querySelector("section.conversation .log[aria-busy=true] .talkbones"),
    ).not.toBeNull(),
  );
  reads.setMode("fails");
  await waitFor(() => conversation().getByRole("button", { name: "Retry" }));
  const pane = document.querySelector<HTMLElement>("section.conversation")!;
  await findFailure(pane, what);
  reads.setMode("answers");
  await retry(app, pane, what);
  await conversation().findByText("Where is my order?");

  app.navigate("/inbox/all");
  await app.screen.findByText("Choose a chat");
  reads.setMode("waits");
  app.navigate("/inbox/all/1");
  await waitFor(() => conversation().getByText("Where is my order?"));
  expect(document.querySelector(".talkbones")).toBeNull();
  reads.setMode("answers");
});

test.each([
  [null, "Add the chat button. Then write as a visitor, and answer here."],
  [
    { channel_id: 1, public_id: "w1", seen: null, elsewhere: null },
    "Write your first message as a visitor, then answer it here.",
  ],
])(
  "[API-160] [CORE-212] before the first chat, the inbox says what to do first: widget %j",
  async (widget, text) => {
    const { screen } = await renderApp("/inbox/all", {
      ...createTestInbox([]).answers,
      "GET /me": createOperator({ role: "owner" }),
      "GET /get-started": { has_chats: false, widget, colleague: null, hours: null },
    });
    await screen.findByText(text);
    expect(screen.queryAllByRole("link", { name: "Open the test page" })).toHaveLength(
      widget === null ? 0 : 1,
    );
  },
);
