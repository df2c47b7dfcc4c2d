import { waitFor } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
import { Refusal, type Answers } from "../../../tests/fake-server.ts";
import { renderApp } from "../../../tests/render-app.tsx";

const signedOut: Answers = {
  "GET /me": new Refusal(401, "unauthenticated", "Sign in."),
  "GET /sessions/ways": { reset_by_mail: true, providers: [] },
};
/** Returns the accessible name of the focused element; "" if there is none. */
function getFocusedName(): string {
  const at = document.activeElement as HTMLInputElement | null;
  if (at === null || at === document.body) return "";
  return (at.getAttribute("aria-label") ?? at.labels?.[0]?.textContent ?? at.textContent).trim();
}

test("[CORE-170] the sign-in starts in its first empty field, and the language menu comes last", async () => {
  const { user, navigate } = await renderApp("/signin", signedOut);
  await waitFor(() => expect(getFocusedName()).toBe("Email"));
  const order: string[] = [];
  while (order.at(-1) !== "Language" && order.length < 9) {
    await user.tab();
    order.push(getFocusedName());
  }
  expect(order.slice(0, 3)).toEqual(["Password", "Show password", "Sign in"]);
  expect(order.at(-1)).toBe("Language");
  navigate("/forgot?email=kim%40shop.example");
  await waitFor(() => expect(getFocusedName()).toBe("Send link"));
});

test("[CORE-170] the sign-in of somebody whose email is known starts in the password", async () => {
  await renderApp("/signin?email=kim%40shop.example", signedOut);
  await waitFor(() => expect(getFocusedName()).toBe("Password"));
});

test("[CORE-170] on a touch screen no field of the sign-in gets the focus", async () => {
  const matches = window.matchMedia.bind(window);
  vi.spyOn(window, "matchMedia").mockImplementation((query) =>
    matches(query === "(pointer: coarse)" ? "all" : query),
  );
  const { screen } = await renderApp("/signin", signedOut);
  await screen.findByRole("button", { name: "Sign in" });
  expect(["", "Sign in"]).toContain(getFocusedName());
  expect(document.activeElement?.localName).not.toBe("input");
});

test("[CFG-166] a sign-in at an address that PUBLIC_URL does not name says what to open or to set", async () => {
  const { screen, user } = await renderApp("/signin?email=kim%40shop.example", {
    ...signedOut,
    "POST /sessions": new Refusal(403, "wrong_address", "Not here.", {
      location: "https://chat.example",
    }),
  });
  await user.type(await screen.findByLabelText("Password"), "correct horse battery staple");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await screen.findByText(
    `Parlour is set up for https://chat.example, but you opened ${location.origin}. Open https://chat.example, or set PUBLIC_URL=${location.origin} and restart Parlour.`,
  );
});
