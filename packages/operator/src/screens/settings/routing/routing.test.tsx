import { defaultRouting } from "@parlour/protocol/settings/default-routing";
import type { Routing } from "@parlour/protocol/api";
import { waitFor } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

async function openRouting(saved: Partial<Routing> = {}) {
  let routing: Routing = { ...defaultRouting, managed: false, ...saved };
  const sent: unknown[] = [];
  const app = await renderApp("/settings/routing", {
    "GET /me": createOperator({ role: "owner" }),
    "GET /routing": () => routing,
    "PATCH /routing": ({ body }) => {
      sent.push(body);
      routing = { ...routing, ...(body as Partial<Routing>) };
      return routing;
    },
  });
  const { screen, user } = app;
  await screen.findByRole("heading", { name: "New chats" });
  const field = (name: RegExp) => screen.getByRole<HTMLInputElement>("textbox", { name });
  const enter = async (name: RegExp, text: string) => {
    await user.clear(field(name));
    if (text !== "") await user.type(field(name), text);
  };
  const save = () => user.click(screen.getByRole("button", { name: /^Save/ }));
  const findError = async (name: RegExp) => {
    await waitFor(() => expect(field(name).getAttribute("aria-invalid")).toBe("true"));
    const ids = field(name).getAttribute("aria-describedby")?.split(" ") ?? [];
    return ids.map((id) => document.getElementById(id)?.textContent).join(" ");
  };
  return { ...app, sent, field, enter, save, findError };
}

test("[CORE-035] a step may not come before the one it widens, and left-out steps do not count", async () => {
  const { sent, enter, save, findError } = await openRouting();
  await enter(/^Offer to everyone on the channel/, "45 s");
  await save();
  expect(await findError(/^Offer to everyone on the channel/)).toContain(
    "This step comes after “Offer to the whole department after”.",
  );
  await enter(/^Offer to the whole department/, "0");
  await save();
  await waitFor(() => expect(sent).toEqual([{ department_s: 0, channel_s: 45 }]));

  await enter(/^Remind admins/, "2 d");
  await enter(/^Reassign if the operator is offline/, "later");
  await enter(/^Turns amber/, "3 min");
  await save();
  expect(await findError(/^Remind admins/)).toContain("Enter a time from 1 min to 24 h");
  expect(await findError(/^Reassign if the operator is offline/)).toContain(
    "Enter a time from 0 s to 24 h",
  );
  expect(await findError(/^Turns red/)).toContain("This step comes after “Turns amber after”.");
  await enter(/^Remind admins/, "24 h");
  await enter(/^Reassign if the operator is offline/, "5 min");
  await enter(/^Turns red/, "0");
  await save();
  await waitFor(() => expect(sent[1]).toEqual({ remind_s: 86_400, warn_s: 180, overdue_s: 0 }));
});

test("[CORE-031] [CORE-033] only what was changed is sent, in whole seconds; the time per operator belongs to one operator", async () => {
  const { screen, user, sent, enter, field, save, findError } = await openRouting();
  expect(screen.queryByRole("textbox", { name: /^Time per operator/ })).toBeNull();
  await user.selectOptions(
    screen.getByRole("combobox", { name: /^Offer new chats to/ }),
    "The least busy operator",
  );
  screen.getByText("Starts with the operator who has the fewest open chats.");
  expect(field(/^Time per operator/).value).toBe("30 s");
  await enter(/^Time per operator/, "1 s");
  await save();
  expect(await findError(/^Time per operator/)).toContain("Enter a time from 5 s to 10 min");
  await enter(/^Time per operator/, "30 s");
  await enter(/^Offer to everyone on the channel/, "3 min");
  await save();
  await waitFor(() => expect(sent).toEqual([{ mode: "least_busy", channel_s: 180 }]));
});

test("[CORE-153] reassigning is off until it is switched on, then 10 min are proposed; off, a time is neither checked nor sent", async () => {
  const { screen, user, sent, field, enter, save, findError } = await openRouting();
  const reassign = screen.getByRole<HTMLInputElement>("switch", {
    name: /^Reassign chats without an answer/,
  });
  expect(reassign.checked).toBe(false);
  expect(screen.queryByRole("textbox", { name: /^Reassign after/ })).toBeNull();
  await user.click(reassign);
  expect(field(/^Reassign after/).value).toBe("10 min");
  await enter(/^Reassign after/, "59 s");
  await save();
  expect(await findError(/^Reassign after/)).toContain("Enter a time from 1 min to 24 h");
  await user.click(reassign);
  await user.click(reassign);
  await save();
  await waitFor(() => expect(sent).toEqual([{ reassign_s: 600 }]));
  await enter(/^Reassign after/, "soon");
  await user.click(reassign);
  await save();
  await waitFor(() => expect(sent[1]).toEqual({ reassign_s: 0 }));
  expect(screen.queryByRole("textbox", { name: /^Reassign after/ })).toBeNull();
});

test("[CFG-025] routing of the provisioning file is read-only, and the side says what the visitor experiences", async () => {
  const { screen, field } = await openRouting({ managed: true, next_s: 0, grace_s: 0 });
  expect(field(/^Offer to the whole department/).readOnly).toBe(true);
  expect(screen.queryByRole("button", { name: /^Save/ })).toBeNull();
  screen.getByText("After 1 min: offered to the whole department, including people who are away.");
  screen.getByText("Chats stay with their operator, even when they are offline.");
});

test("[CORE-393] the save bar names three changed fields and counts the others, then says Saved for a moment", async () => {
  const { screen, user, enter, save } = await openRouting();
  await enter(/^Turns amber/, "3 min");
  await screen.findByText("Not saved: Turns amber after");
  await enter(/^Turns red/, "4 min");
  await enter(/^Remind admins/, "2 h");
  await enter(/^Reassign if the operator is offline/, "6 min");
  await user.click(screen.getByRole("switch", { name: /place in the queue/ }));
  await screen.findByText(/^Not saved: [^,]+, [^,]+, .+ and 2 more$/);
  await save();
  await screen.findByText("Saved");
  expect(screen.queryByRole("button", { name: "Discard" })).toBeNull();
  await waitFor(() => expect(screen.queryByText("Saved")).toBeNull());
});
