import type { Account } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator, defaultAnswers } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

test("[CORE-090] a form that somebody else saved meanwhile keeps what was typed, shows what they saved instead, and takes over their other changes", async () => {
  let account = defaultAnswers["GET /account"] as Account;
  const { screen, user, sockets, changes } = await renderApp("/settings/account", {
    "GET /me": createOperator({ role: "owner" }),
    "GET /account": () => account,
  });
  const findField = async (name: string) =>
    (await screen.findAllByRole<HTMLInputElement>("textbox", { name }))[0]!;
  const name = await findField("Name");
  await user.clear(name);
  await user.type(name, "Half a name");
  account = { ...account, name: "Other teapots", accent: "#7A3E9D" };
  sockets.sendEvent("settings_changed", { kind: "account", id: null });
  await screen.findByText(/^Someone else saved other values here/);
  within(
    screen.getAllByRole("status").find((one) => one.textContent.includes("Other teapots"))!,
  ).getByText("Other teapots");
  expect(name.value).toBe("Half a name");
  expect((await findField("Accent colour")).value).toBe("#7A3E9D");
  await screen.findByText("Not saved: Name");
  await user.click(screen.getByRole("button", { name: "Use theirs" }));
  await waitFor(async () => expect((await findField("Name")).value).toBe("Other teapots"));
  expect(changes).toEqual([]);
});
