import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator } from "../../../tests/entities.ts";
import { renderApp } from "../../../tests/render-app.tsx";

test("the menu of the developer docs has groups, and opens the one with the open page", async () => {
  const { screen, user } = await renderApp("/docs/shopify", {
    "GET /me": createOperator({ role: "developer" }),
    "GET /channels": { items: [], next_cursor: null },
    "GET /bots": { items: [], next_cursor: null },
    "GET /webhooks": { items: [], next_cursor: null },
  });
  const menu = await screen.findByRole("navigation", { name: "Developer docs" });
  const listGroups = () =>
    [...menu.querySelectorAll("details")].map((group) => [
      group.querySelector("summary")?.textContent,
      group.open,
    ]);
  const expectOpen = (open: string) =>
    waitFor(() =>
      expect(listGroups()).toEqual(
        ["Interfaces A to D", "Install the widget", "Service API and tools", "Reference"].map(
          (name) => [name, name === open],
        ),
      ),
    );
  await expectOpen("Install the widget");
  expect(within(menu).getByRole("link", { current: "page" }).textContent).toBe("Widget in Shopify");
  await user.click(within(menu).getByText("Reference"));
  await user.click(within(menu).getByRole("link", { name: "Errors" }));
  await expectOpen("Reference");
  await user.click(within(menu).getByRole("link", { name: "Overview" }));
  await expectOpen("none");
});
