import type { Bot } from "@parlour/protocol/api";
import { waitFor } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createBot } from "../../../../tests/channels.ts";
import { createOperator, emptyPage } from "../../../../tests/entities.ts";
import { Refusal, type Answers } from "../../../../tests/fake-server.ts";
import { renderApp, type RenderedApp } from "../../../../tests/render-app.tsx";

const owner = createOperator({ name: "Olga", role: "owner" });
/** Answers that the page of a bot reads. */
const pageAnswers: Answers = {
  "GET /deliveries": emptyPage,
  "GET /samples": { items: [] },
};
const findField = ({ screen }: RenderedApp, name: RegExp) =>
  screen.findByRole<HTMLInputElement>("textbox", { name });

test("[BOT-108] an own bot needs a name and a URL; its page then shows where it posts", async () => {
  const bots: Bot[] = [];
  const app = await renderApp("/settings/bots/new", {
    "GET /me": owner,
    "GET /bot-providers": emptyPage,
    "GET /bots": () => ({ items: [...bots], next_cursor: null }),
    "GET /bots/{id}": () => bots[0]!,
    ...pageAnswers,
    "POST /bots": ({ body }) => {
      const { name, endpoint_url } = body as Pick<Bot, "name" | "endpoint_url">;
      bots.push(
        createBot(5, {
          name,
          endpoint_url,
          provider: { id: "tea-helper", name, state: "active" },
          address: "https://parlour.example/bot/webhooks/tea-helper/8sJ2mQpXv4Lr9ZbN6wTc3Y",
        }),
      );
      return { ...bots[0]!, signing_secret: "s" };
    },
  });
  const { screen, user, changes } = app;
  await user.click(await screen.findByRole("radio", { name: "A provider" }));
  await screen.findByRole("button", { name: /provider ID/ });
  await user.click(screen.getByRole("radio", { name: "We do" }));
  expect(screen.queryByRole("textbox", { name: /^Token/ })).toBeNull();
  const create = screen.getByRole("button", { name: "Create bot" });
  await user.click(create);
  await waitFor(() => expect(document.querySelectorAll("[aria-invalid=true]")).toHaveLength(2));
  expect(changes).toEqual([]);
  await user.type(await findField(app, /^Name/), "Tea helper");
  await user.type(await findField(app, /^Endpoint URL/), "https://bot.example/tea");
  await user.click(create);
  await screen.findByRole("heading", { name: "Tea helper", level: 1 });
  await screen.findByText("Bot by Tea helper", { exact: false });
  expect(screen.getByLabelText<HTMLInputElement>(/^Without authorization/).value).toMatch(
    /\/bot\/webhooks\/tea-helper\/[A-Za-z0-9_-]+$/,
  );
  expect(changes[0]?.body).toMatchObject({
    name: "Tea helper",
    endpoint_url: "https://bot.example/tea",
  });
});

test("[API-010] [API-011] what is typed when the session ends stands there again after the sign-in; nobody else sees it", async () => {
  let signedInAs: typeof owner | null = owner;
  const expired = new Refusal(401, "unauthenticated", "Sign in.");
  const app = await renderApp("/settings/bots/3", {
    "GET /me": () => signedInAs ?? expired,
    "GET /bots": { items: [createBot(3)], next_cursor: null },
    "GET /bots/{id}": createBot(3),
    ...pageAnswers,
    "PATCH /bots/{id}": () => expired,
    "GET /sessions/ways": { reset_by_mail: false, providers: [] },
    "POST /sessions": ({ body }) => {
      const { email } = body as { email: string };
      signedInAs = email === owner.email ? owner : createOperator({ id: 9, role: "admin", email });
      return { operator: signedInAs };
    },
  });
  const { screen, user } = app;
  const findTimeout = () =>
    screen.findByRole<HTMLInputElement>("textbox", { name: /^Operator timeout \(seconds\)/ });
  const type = async (): Promise<void> => {
    const name = await findField(app, /^Name/);
    await user.clear(name);
    await user.type(name, "Nobody saved this");
    const timeout = await findTimeout();
    await user.clear(timeout);
    await user.type(timeout, "77");
    signedInAs = null;
    await user.keyboard("{Control>}s{/Control}");
    await screen.findByRole("heading", { name: "Sign in" });
  };
  const signIn = async (email: string): Promise<void> => {
    const field = await findField(app, /^Email/);
    await user.clear(field);
    await user.type(field, email);
    await user.type(screen.getByLabelText("Password"), "teapot lid violin meadow");
    await user.click(screen.getByRole("button", { name: "Sign in" }));
  };
  await type();
  await signIn(owner.email);
  await waitFor(async () =>
    expect((await findField(app, /^Name/)).value).toBe("Nobody saved this"),
  );
  expect((await findTimeout()).value).toBe("77");
  await screen.findByText(/^Not saved: [^,]+, [^,]+$/);
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect((await findTimeout()).value).not.toBe("77");
  await type();
  await signIn("somebody@shop.example");
  await waitFor(async () => expect((await findField(app, /^Name/)).value).toBe("Shop assistant"));
  expect(screen.queryByText(/Not saved/)).toBeNull();
});
