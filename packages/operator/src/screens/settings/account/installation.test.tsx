import type { Instance, InstancePatch } from "@parlour/protocol/api";
import { waitFor } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const stored: Instance = {
  egress_allow: ["127.0.0.1:4100"],
  limits: { upload_mib: 5 },
  support_contact: "help@acme.example",
  bot_self_service: true,
};

test("[API-355] the installation saves only what changed, and an empty contact as none", async () => {
  let installation = stored;
  const { screen, user, changes } = await renderApp("/settings/instance", {
    "GET /me": createOperator({ role: "owner", instance_owner: true }),
    "GET /instance": () => installation,
    "PATCH /instance": ({ body }) => {
      installation = { ...installation, ...(body as Omit<InstancePatch, "limits">) };
      return installation;
    },
  });
  await user.clear(await screen.findByRole("textbox", { name: /^Support contact/ }));
  await user.click(screen.getByRole("button", { name: /^Save/ }));
  await waitFor(() => expect(changes).toHaveLength(1));
  await user.click(screen.getByRole("switch", { name: /^Approve bot provider requests/ }));
  await user.click(await screen.findByRole("button", { name: /^Save/ }));
  await waitFor(() =>
    expect(changes.map(({ body }) => body)).toEqual([
      { support_contact: null },
      { bot_self_service: false },
    ]),
  );
});

test("[CORE-481] an address that was added leaves nothing unsaved", async () => {
  const { screen, user, navigate } = await renderApp("/settings/addresses", {
    "GET /me": createOperator({ role: "owner", instance_owner: true }),
    "GET /instance": stored,
    "POST /instance/egress-allow": { ...stored, egress_allow: ["10.0.0.7:80"] },
  });
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: /address/i });
  await user.type(field, "10.0.0.7:80");
  await user.click(screen.getByRole("button", { name: "Add" }));
  await screen.findByText("10.0.0.7:80");
  expect(field.value).toBe("");
  navigate("/settings/tags/new");
  await screen.findByRole("button", { name: "Create tag" });
  expect(screen.queryByRole("alertdialog")).toBeNull();
});
