import type { Instance, InstancePatch } from "@parlour/protocol/api";
import { waitFor } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

test("[API-355] the installation saves only what changed, and an empty contact as none", async () => {
  let installation: Instance = {
    egress_allow: ["127.0.0.1:4100"],
    limits: { upload_mib: 5 },
    support_contact: "help@acme.example",
    bot_self_service: true,
  };
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
