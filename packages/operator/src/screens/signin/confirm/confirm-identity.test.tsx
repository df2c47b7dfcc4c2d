import type { Tag } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator } from "../../../../tests/entities.ts";
import { Refusal } from "../../../../tests/fake-server.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const stored: Tag = {
  id: 1,
  name: "vip",
  created_at: "2026-11-20T10:00:00.000Z",
  managed: false,
};

/** Saves a tag. The server wants a proof of identity when the test says so. */
async function saveTag() {
  const refusals = Promise.withResolvers<Refusal>();
  let isConfirmed = false;
  const app = await renderApp("/settings/tags/1", {
    "GET /me": createOperator({ role: "owner" }),
    "GET /tags/{id}": stored,
    "GET /me/confirm": { password: true, code: false, passkey: null, confirmed_until: null },
    "POST /me/confirm": () => {
      isConfirmed = true;
      return null;
    },
    "PATCH /tags/{id}": ({ body }) =>
      isConfirmed ? { ...stored, ...(body as Partial<Tag>) } : refusals.promise,
  });
  const { screen, user } = app;
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "s");
  await user.click(screen.getByRole("button", { name: /^Save/ }));
  await waitFor(() => expect(app.changes).toHaveLength(1));
  const askForProof = () =>
    refusals.resolve(new Refusal(403, "confirmation_needed", "Confirm your identity."));
  return { ...app, askForProof };
}

test("[CORE-014] [CORE-484] a proof that is asked for late waits for a press, and takes no letter from a field", async () => {
  const { screen, user, navigate, askForProof, changes } = await saveTag();
  navigate("/settings/departments/new");
  await screen.findByRole("button", { name: "Create department" });
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Name" });
  await user.type(field, "Dear cus");
  askForProof();
  const notice = within((await screen.findByText("Confirm it’s you")).closest("[role=status]")!);
  await user.keyboard("tomer");
  expect(field.value).toBe("Dear customer");
  expect(document.activeElement).toBe(field);
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(notice.getByRole("button", { name: "Confirm" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Confirm it’s you" }));
  await user.type(dialog.getByLabelText("Password"), "correct horse{Enter}");
  await waitFor(() =>
    expect(changes.map(({ path }) => path)).toEqual(["/tags/1", "/me/confirm", "/tags/1"]),
  );
  expect(location.pathname).toBe("/settings/departments/new");
  expect(field.value).toBe("Dear customer");
});

test("[CORE-014] [CORE-482] without the proof the change is not saved, and its values wait", async () => {
  const { screen, user, navigate, askForProof } = await saveTag();
  navigate("/settings/departments/new");
  await screen.findByRole("button", { name: "Create department" });
  await user.click(await screen.findByRole("textbox", { name: "Name" }));
  askForProof();
  await user.click(await screen.findByRole("button", { name: "Do not save" }));
  await screen.findByText("Not saved:");
  await user.click(screen.getByRole("button", { name: "Open" }));
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: /^Name/ }).value).toBe("vips"),
  );
});

test("[CORE-014] a proof that the pressed button still waits for is asked for at once", async () => {
  const { screen, askForProof } = await saveTag();
  askForProof();
  await screen.findByRole("dialog", { name: "Confirm it’s you" });
});

test("[CORE-484] a press that needs the proof opens the dialog, also while a notice asks for an earlier change", async () => {
  const { screen, user, navigate, askForProof, answer } = await saveTag();
  answer({
    "POST /departments": new Refusal(403, "confirmation_needed", "Confirm your identity."),
  });
  navigate("/settings/departments/new");
  const create = await screen.findByRole("button", { name: "Create department" });
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Orders");
  askForProof();
  await screen.findByText("Confirm it’s you");
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(create);
  await screen.findByRole("dialog", { name: "Confirm it’s you" });
});
