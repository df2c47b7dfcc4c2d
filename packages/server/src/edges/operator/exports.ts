import type { FastifyInstance } from "fastify";
import { ExportReady, VisitorParams } from "@parlour/protocol/api";
import type { Static } from "typebox";
import type { Message } from "../../core/entity.ts";
import type { Deps } from "./deps.ts";
import { dayOf, sendDownload } from "./download.ts";
import { found, idOf } from "./ids.ts";
import { bytesResponses, route } from "./route.ts";
import { changeSettings, type SettingsDeps } from "./settings.ts";
import { sightOf } from "./sight.ts";
import type { ChatPlace, Sight } from "./stores/chats.ts";
import { visitorWire } from "./visitor-wire.ts";

type ExportDeps = SettingsDeps & Pick<Deps, "auth" | "rights" | "archive" | "visitors" | "chats" | "config">;

/** Messages of one read, and chats of one visitor that are listed. */
const pageOf = 200;

/** What one visitor said and is, and everything of an account, as files (API-030, CORE-116). Each stands in the audit log. */
export function exportRoutes(app: FastifyInstance, deps: ExportDeps): void {
  exportVisitor(app, deps);
  exportAccount(app, deps);
  mayExport(app, deps);
}

/** A browser takes a file by a link, which cannot ask for a proof (CORE-014): the page asks here first. */
function mayExport(app: FastifyInstance, deps: ExportDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/account/export/ready",
    action: "data.manage",
    fresh: true,
    tag: "data",
    summary: "Whether data would be given out now, or a proof of who asks is needed first",
    status: 200,
    answer: ExportReady,
    handle: () => Promise.resolve({ ready: true as const }),
  });
}

function exportVisitor(app: FastifyInstance, deps: ExportDeps): void {
  app.route({
    method: "GET",
    url: "/visitors/:number/export",
    onRequest: deps.auth.guard("data.manage", true),
    schema: {
      summary: "Everything of one visitor as JSON",
      tags: ["visitors"],
      operationId: "get_visitors_number_export",
      ...({ "x-action": "data.manage", "x-fresh": true } as object),
      params: VisitorParams,
      response: bytesResponses("A JSON object: visitor, visits, chats with their messages."),
    },
    handler: async (request, reply) => {
      const principal = deps.auth.principalOf(request);
      const number = idOf((request.params as Static<typeof VisitorParams>).number, "visitor");
      const sight = sightOf(deps, principal);
      const record = found(await deps.visitors.find(principal.accountId, sight, number), "visitor");
      await changeSettings(deps, { principal, request, key: null }, "visitor.export", () =>
        Promise.resolve({ result: null, changed: [], target: `visitor ${number}` }),
      );
      const wire = visitorWire(record, await deps.config(principal.accountId), deps.clock.now());
      await sendDownload(reply, {
        name: `parlour-visitor-${number}-${dayOf(deps.clock.now())}.json`,
        type: "application/json; charset=utf-8",
        body: partsOf(deps, principal.accountId, sight, wire),
      });
    },
  });
}

/** Sent as it is read: a visitor may have said much. */
async function* partsOf(deps: ExportDeps, account: number, sight: Sight, visitor: ReturnType<typeof visitorWire>): AsyncGenerator<string> {
  const visits = await deps.visitors.visits(account, visitor.id, { limit: pageOf });
  yield `{"visitor":${JSON.stringify(visitor)},"visits":${JSON.stringify(visits)},"chats":[`;
  let place: ChatPlace | null = null;
  let isFirst = true;
  do {
    const page: Awaited<ReturnType<ExportDeps["chats"]["list"]>> = await deps.chats.list(account, sight, {
      visitorNumber: visitor.number,
      sort: "created",
      limit: pageOf,
      now: deps.clock.now(),
      ...(place === null ? {} : { after: place }),
    });
    for (const { chat } of page.items) {
      yield `${isFirst ? "" : ","}{"chat":${JSON.stringify(chat)},"messages":[`;
      isFirst = false;
      yield* messagesOf(deps, account, chat.id);
      yield "]}";
    }
    place = page.next;
  } while (place !== null);
  yield "]}\n";
}
async function* messagesOf(deps: ExportDeps, account: number, chatId: number): AsyncGenerator<string> {
  let after = 0;
  for (;;) {
    const page: readonly Message[] = await deps.chats.messages(account, chatId, { after, limit: pageOf });
    if (page.length > 0) yield `${after === 0 ? "" : ","}${page.map((message) => JSON.stringify(message)).join(",")}`;
    after = page.at(-1)?.seq ?? after;
    if (page.length < pageOf) return;
  }
}

function exportAccount(app: FastifyInstance, deps: ExportDeps): void {
  app.route({
    method: "GET",
    url: "/account/export",
    onRequest: deps.auth.guard("data.manage", true),
    schema: {
      summary: "Everything of the account as a zip of JSON Lines and files, for `parlour import`; no secrets",
      tags: ["data"],
      operationId: "get_account_export",
      ...({ "x-action": "data.manage", "x-fresh": true } as object),
      response: bytesResponses("The zip; its last entry is the manifest."),
    },
    handler: async (request, reply) => {
      const principal = deps.auth.principalOf(request);
      await changeSettings(deps, { principal, request, key: null }, "account.export", () =>
        Promise.resolve({ result: null, changed: [], target: "account" }),
      );
      await sendDownload(reply, {
        name: `parlour-account-${dayOf(deps.clock.now())}.zip`,
        type: "application/zip",
        body: found(await deps.archive(principal.accountId), "account"),
      });
    },
  });
}
