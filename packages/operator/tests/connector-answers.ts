import type { Channel } from "@parlour/protocol";
import type { ConnectionTest } from "@parlour/protocol/api";
import { within } from "@testing-library/dom";
import { createChannel } from "./channels.ts";
import { createOperator, createOperatorEntry } from "./entities.ts";
import type { Answers } from "./fake-server.ts";
import type { RenderedApp } from "./render-app.tsx";

export const admin = createOperator({ name: "Ada", role: "admin" });
export const createDirection = (code: string, values: Readonly<Record<string, string>> = {}) => ({
  ok: code !== "no_visitor",
  code,
  values,
  message: code,
});

/** Answers for an administrator who creates one channel. `given` is what the request contains. */
export function createConnectorAnswers(
  info: Readonly<Record<string, unknown>>,
  result: ConnectionTest,
): { readonly answers: Answers; readonly given: () => object | undefined } {
  let created: Channel | undefined;
  let given: object | undefined;
  return {
    given: () => given,
    answers: {
      "GET /me": admin,
      "GET /operators": {
        items: [createOperatorEntry(admin)],
        next_cursor: null,
      },
      "GET /channels": () => ({ items: created === undefined ? [] : [created], next_cursor: null }),
      "GET /channels/{id}": () => created!,
      "POST /channels": ({ body }) => {
        given = body as object;
        const { kind, name, operators } = body as Channel;
        created = createChannel(5, { kind, name, operators, settings: {}, info, problem: null });
        return created;
      },
      "POST /channels/{id}/connection-test": result,
    },
  };
}
export async function chooseService({ screen, user }: RenderedApp, kind: string): Promise<void> {
  const services = within(await screen.findByRole("list", { name: "Service" }));
  services.getByRole("button", { name: kind }).focus();
  await user.keyboard("{Enter}");
  await screen.findByRole("heading", { name: new RegExp(`^Add an? ${kind} channel$`) });
}
export async function createAndTest({ screen, user }: RenderedApp): Promise<string> {
  screen.getByRole("button", { name: "Create channel" }).focus();
  await user.keyboard("{Enter}");
  (await screen.findByRole("button", { name: "Test now" })).focus();
  await user.keyboard("{Enter}");
  return (await screen.findByRole("list", { name: "Results of the test" })).textContent;
}
