import { expect, test } from "vitest";
import { createOperator } from "./entities.ts";
import { createFakeServer } from "./fake-server.ts";
import { findMisnamedControls, renderApp } from "./render-app.tsx";

const refund = { id: 7, name: "Refund", created_at: "2026-11-20T10:00:00.000Z", managed: false };

test("the application shows the answers of an address, and reads them again after an event", async () => {
  const app = await renderApp("/settings/tags", {
    "GET /me": createOperator({ role: "owner" }),
    "GET /tags": { items: [refund], next_cursor: null },
  });
  await app.screen.findByRole("heading", { name: "Tags", level: 1 });
  await app.screen.findByRole("link", { name: "Refund" });
  app.answer({ "GET /tags": { items: [{ ...refund, name: "VIP" }], next_cursor: null } });
  app.sockets.sendEvent("settings_changed", { kind: "tag", id: 7 });
  await app.screen.findByRole("link", { name: "VIP" });
  app.navigate("/settings/departments");
  await app.screen.findByRole("heading", { name: "Departments", level: 1 });
});

test("answers that the service API cannot give are faults, and so are requests without an answer", async () => {
  const server = createFakeServer({
    "GET /tags/{id}": ({ ids: [id = 0] }) => ({ ...refund, id, name: "" + id }),
    "GET /tags": { items: [{ ...refund, id: "7" as never }], next_cursor: null },
  });
  expect(await (await server.fetch("/api/v1/tags/8")).json()).toEqual({
    ...refund,
    id: 8,
    name: "8",
  });
  expect(server.faults).toEqual([]);
  await server.fetch("/api/v1/tags?limit=200");
  expect(server.faults).toEqual([expect.stringMatching(/^Error: GET \/tags does not match/)]);
  expect((await server.fetch("/api/v1/tags", { method: "POST", body: "{}" })).status).toBe(501);
  expect(server.faults[1]).toBe("POST /tags has no answer");
});

test("a control whose name lacks the text that it shows is a fault (WCAG 2.5.3)", () => {
  const buttons = [
    ["Open Refund", "Open"],
    ["Your email", "You"],
    ["Close", ""],
  ].map(([label = "", text = ""]) => {
    const button = document.createElement("button");
    button.setAttribute("aria-label", label);
    button.append(text);
    return button;
  });
  document.body.append(...buttons);
  expect(findMisnamedControls()).toEqual(["the name “Your email” lacks the text “You”"]);
  document.body.replaceChildren();
});
