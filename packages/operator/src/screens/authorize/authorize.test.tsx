import { waitFor } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
import { createOperator } from "../../../tests/entities.ts";
import { Refusal } from "../../../tests/fake-server.ts";
import { renderApp } from "../../../tests/render-app.tsx";
import { setPreferences } from "../../state/browser/preferences.ts";

const redirect = "http://127.0.0.1:7000/callback";
const toPath = (redirectUri: string): string =>
  `/oauth/authorize?${new URLSearchParams({
    response_type: "code",
    client_id: "c",
    redirect_uri: redirectUri,
    code_challenge: "x".repeat(43),
    code_challenge_method: "S256",
    state: "1e3",
    prompt: "consent",
  })}`;

const declineUrl = `${redirect}?error=access_denied&state=1e3`;
/** Opens the page in Russian, and records the addresses that it leaves for. */
async function openPage(redirectUri: string) {
  const assign = vi.spyOn(location, "assign").mockImplementation(() => undefined);
  const app = await renderApp(toPath(redirectUri), {
    "GET /me/applications/request": ({ query }) =>
      query.get("redirect_uri") === redirect
        ? {
            name: "Очень длинное название приложения для поддержки клиентов",
            redirect_host: "127.0.0.1:7000",
            scopes: [{ name: "chats.read", is_preselected: true }],
            decline_url: declineUrl,
          }
        : new Refusal(400, "invalid_request", "The address is not registered."),
  });
  setPreferences({ locale: "ru" });
  return { ...app, left: () => assign.mock.calls.flat() };
}

test("[MCP-062] declining returns to the application, and the page speaks Russian", async () => {
  const { screen, user, left, changes } = await openPage(redirect);
  await screen.findByRole("heading", { level: 1, name: /^Подключить/ });
  screen.getByRole("button", { name: "Подключить" });
  await user.click(screen.getByRole("button", { name: "Отказать" }));
  expect(left()).toEqual([declineUrl]);
  expect(changes).toEqual([]);
});

test("[MCP-062] a request with a wrong address stays on the page", async () => {
  const { screen, left } = await openPage(redirect.replace("callback", "other"));
  await screen.findByRole("heading", { level: 1, name: "Приложение нельзя подключить" });
  expect(location.pathname).toBe("/oauth/authorize");
  expect(screen.queryByRole("button", { name: "Подключить" })).toBeNull();
  expect(left()).toEqual([]);
});

test("[MCP-062] [MCP-063] a person who is not signed in signs in first, and the request stays as it was", async () => {
  const assign = vi.spyOn(location, "assign").mockImplementation(() => undefined);
  const replace = vi.spyOn(location, "replace").mockImplementation(() => undefined);
  const ann = createOperator();
  let isSignedIn = false;
  const { screen, user, changes, navigate } = await renderApp(toPath(redirect), {
    "GET /me": () => (isSignedIn ? ann : new Refusal(401, "unauthenticated", "Sign in.")),
    "GET /sessions/ways": { reset_by_mail: false, providers: [] },
    "POST /sessions": () => {
      isSignedIn = true;
      return { operator: ann };
    },
    "GET /me/applications/request": {
      name: "Cursor",
      redirect_host: "127.0.0.1:7000",
      scopes: [{ name: "chats.read", is_preselected: true }],
      decline_url: declineUrl,
    },
    "POST /me/applications": { url: `${redirect}?code=c&state=1e3` },
  });
  await user.type(await screen.findByRole("textbox", { name: "Email" }), ann.email);
  await user.type(screen.getByLabelText("Password"), "teapot lid violin meadow");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  // The server shows the page again, so that a router cannot change the request.
  await waitFor(() => expect(replace.mock.calls).toEqual([[toPath(redirect)]]));
  navigate(toPath(redirect));
  await screen.findByRole("heading", { level: 1, name: "Connect Cursor?" });
  await user.click(screen.getByRole("button", { name: "Connect" }));
  await waitFor(() => expect(assign.mock.calls).toEqual([[`${redirect}?code=c&state=1e3`]]));
  // A router could read the state as a number and write it in another form.
  expect(changes.at(-1)).toMatchObject({
    path: "/me/applications",
    body: { request: { redirect_uri: redirect, state: "1e3" } },
  });
});
