import type { SecurityPolicy } from "@parlour/protocol/api";
import { waitFor } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

async function openSecurity(saved: Partial<SecurityPolicy> = {}) {
  let policy: SecurityPolicy = {
    second_factor: "optional",
    grace_days: 14,
    required_from: null,
    without: [{ id: 7, name: "Tom" }],
    managed: false,
    ...saved,
  };
  const sent: unknown[] = [];
  const app = await renderApp("/settings/security", {
    "GET /me": createOperator({ role: "owner" }),
    "GET /security": () => policy,
    "PATCH /security": ({ body }) => {
      sent.push(body);
      policy = { ...policy, ...(body as Partial<SecurityPolicy>) };
      return policy;
    },
    "GET /api-keys": { items: [], next_cursor: null },
    "GET /sessions": { items: [] },
    "GET /sign-ins": { items: [], next_cursor: null },
  });
  const { screen, user } = app;
  const requires = await screen.findByRole<HTMLInputElement>("switch", {
    name: /^Require a second factor/,
  });
  const findGrace = () =>
    screen.queryByRole<HTMLInputElement>("textbox", { name: /^Grace period/ });
  const save = () => user.click(screen.getByRole("button", { name: /^Save/ }));
  return { ...app, sent, requires, findGrace, save };
}

test("[CORE-203] [API-015] a second factor is required with days to set it up, which are asked only then", async () => {
  const { screen, user, sent, requires, findGrace, save } = await openSecurity();
  screen.getByText("Not set up yet: Tom");
  expect([requires.checked, findGrace()]).toEqual([false, null]);
  await user.click(requires);
  expect(findGrace()?.value).toBe("14");
  await user.clear(findGrace()!);
  await user.type(findGrace()!, "91");
  await save();
  await waitFor(() => expect(findGrace()?.getAttribute("aria-invalid")).toBe("true"));
  await user.clear(findGrace()!);
  await user.type(findGrace()!, "3");
  await save();
  await waitFor(() => expect(sent).toEqual([{ second_factor: "required", grace_days: 3 }]));
  await user.click(requires);
  expect(findGrace()).toBeNull();
  await save();
  await waitFor(() => expect(sent[1]).toEqual({ second_factor: "optional" }));
});

test("[CFG-025] rules of the provisioning file are read-only", async () => {
  const { screen, requires, findGrace } = await openSecurity({
    second_factor: "required",
    grace_days: 5,
    required_from: "2027-01-31T12:00:00.000Z",
    managed: true,
  });
  expect([requires.disabled, findGrace()?.readOnly]).toEqual([true, true]);
  screen.getByText(/^Required from .*31/);
});
