import http, { type IncomingMessage, type ServerResponse } from "node:http";
import { startLocalServer } from "../local-server.ts";
import { GraphError, sendJson } from "../meta/graph-error.ts";
import { Account } from "./account.ts";
import type { MessengerService, MessengerServiceOptions } from "./types.ts";

/** Starts the platform with one account. */
export async function startMessengerService(
  options: MessengerServiceOptions,
): Promise<MessengerService> {
  const [service] = await startMessengerServices([options], options.port);
  if (service === undefined) throw new Error("the platform has no account");
  return service;
}

/**
 * Starts the platform with several accounts on one port, because MESSENGER_API_URL is the address
 * of Messenger and Instagram. Any of the services closes the server.
 */
export async function startMessengerServices(
  list: readonly MessengerServiceOptions[],
  port?: number,
): Promise<readonly MessengerService[]> {
  const accounts = list.map((options) => ({ account: new Account(options), options }));
  const server = http.createServer((request, response) => {
    const chosen = accounts.find(({ account }) => account.isAddressed(request)) ?? accounts[0];
    void chosen?.account
      .handle(request, response)
      .catch((error: unknown) => answerError(response, error))
      .finally(chosen.options.onChange);
  });
  const { url, close } = await startLocalServer(server, port);
  for (const { account } of accounts) {
    account.url = url;
    account.onClose = close;
  }
  return accounts.map(({ account }) => account);
}

function answerError(response: ServerResponse<IncomingMessage>, error: unknown): void {
  if (!(error instanceof GraphError)) {
    response.destroy(error instanceof Error ? error : undefined);
    return;
  }
  const { code, subcode, status, details } = error;
  sendJson(response, status, {
    error: {
      message: `(#${code}) ${details}`,
      type: "OAuthException",
      code,
      error_subcode: subcode,
      fbtrace_id: "AlabTraceAlabTraceAlab",
    },
  });
}
