import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError, maxExportRows, SearchExportQuery } from "@parlour/protocol/api";
import type { Static } from "typebox";
import { Type } from "typebox";
import type { FoundChat, SearchFilter, SearchCursor } from "../../core/record/search.ts";
import type { Principal } from "../../auth/index.ts";
import type { Message } from "../../core/entity.ts";
import { refuse } from "../../core/failure.ts";
import { hasFile, indexedText } from "../../core/search/indexed-text.ts";
import { cleanText } from "../../core/chat/text.ts";
import { shown } from "./chat-wire.ts";
import type { Deps } from "./deps.ts";
import { dayOf, sendDownload } from "./download.ts";
import { readSearch, type SearchDeps } from "./search.ts";
import { changeSettings } from "./settings.ts";
import { sightOf } from "./sight.ts";
import { sendTable } from "./table-file.ts";

type ExportDeps = SearchDeps & Pick<Deps, "change" | "once" | "audit" | "clock" | "openZip">;

/** Chats per read, and messages per chat. */
const pageOf = 100;
const hitsOf = 1_000;
/** Concurrent exports per account. */
const atOnce = 2;

/**
 * Registers the export of search results: one line per message, or per chat if the query has no
 * condition on messages (API-070). It is streamed and not held in memory.
 */
export function searchExportRoute(app: FastifyInstance, deps: ExportDeps): void {
  const running = new Map<number, number>();
  app.route({
    method: "GET",
    url: "/search/export",
    onRequest: deps.auth.guard("chats.read"),
    schema: {
      summary: "What a search finds as CSV, XLSX or JSON Lines, newest first",
      tags: ["search"],
      operationId: "get_search_export",
      ...({ "x-action": "chats.read" } as object),
      querystring: SearchExportQuery,
      response: {
        200: { ...Type.String(), description: "The file." },
        ...Object.fromEntries([400, 401, 403, 404, 429, 503].map((status) => [status, { ...ApiError, description: "Refused." }])),
      },
    },
    handler: async (request, reply) => {
      const principal = deps.auth.principalOf(request);
      const { q = "", format = "csv" } = request.query as Static<typeof SearchExportQuery>;
      const { filter } = await readSearch(deps, principal, cleanText(q));
      const account = principal.accountId;
      const now = running.get(account) ?? 0;
      if (now >= atOnce)
        refuse("rate_limited", "Two exports of this account are under way. Try again when one has ended.", { retryAfterMs: 5_000 });
      running.set(account, now + 1);
      const over = (): void => {
        const left = (running.get(account) ?? 1) - 1;
        if (left > 0) running.set(account, left);
        else running.delete(account);
      };
      try {
        await note(deps, principal, request, format);
      } catch (error) {
        over();
        throw error;
      }
      reply.raw.once("close", over);
      const name = `parlour-search-${dayOf(deps.clock.now())}`;
      const lines = linesOf(deps, principal, filter);
      if (format === "jsonl") {
        await sendDownload(reply, { name: `${name}.jsonl`, type: "application/jsonl; charset=utf-8", body: jsonLines(lines) });
      } else await sendTable(reply, deps, { name, format, pages: tableOf(lines) });
    },
  });
}

/** Records the export in the audit log without the query, which may contain a visitor's words. */
function note(deps: ExportDeps, principal: Principal, request: FastifyRequest, format: string): Promise<null> {
  return changeSettings(deps, { principal, request, key: null }, "search.export", () =>
    Promise.resolve({ result: null, changed: [], target: `search as ${format}` }),
  );
}

interface Line {
  readonly chat_id: number;
  readonly channel: string;
  readonly visitor: { readonly number: number; readonly name: string | null };
  readonly seq: number | null;
  readonly at: string | null;
  readonly author: { readonly kind: string; readonly name: string } | null;
  readonly text: string;
  readonly file: boolean;
}
async function* linesOf(
  deps: Pick<Deps, "rights" | "search">,
  principal: Principal,
  filter: SearchFilter,
): AsyncGenerator<readonly Line[] | "cut"> {
  let place: SearchCursor | null = null;
  let left = maxExportRows;
  do {
    const page: { readonly items: readonly FoundChat[]; readonly next: SearchCursor | null } = await deps.search.chats(
      principal.accountId,
      sightOf(deps, principal),
      filter,
      { limit: pageOf, hits: hitsOf, sort: "newest", ...(place === null ? {} : { place }) },
    );
    const lines = page.items.flatMap((found) => linesOfChat(deps, principal, found));
    yield lines.slice(0, left);
    left -= lines.length;
    place = page.next;
  } while (place !== null && left > 0);
  if (place !== null || left < 0) yield "cut";
}
function linesOfChat(deps: Pick<Deps, "rights">, principal: Principal, { chat, hits, lastMessage }: FoundChat): readonly Line[] {
  const line = (message: Message | null): Line => ({
    chat_id: chat.id,
    channel: chat.channel.name,
    visitor: { number: chat.visitor.number, name: chat.visitor.name?.value ?? null },
    seq: message?.seq ?? null,
    at: message?.created_at ?? null,
    author: message && { kind: message.author.kind, name: message.author.name },
    text: message === null ? "" : textOf(shown(deps, principal, message)),
    file: message !== null && hasFile(message),
  });
  return hits.length > 0 ? hits.map(({ message }) => line(message)) : [line(lastMessage)];
}
function textOf(message: Message): string {
  return message.author.kind === "system" ? message.text : indexedText(message);
}

const cutText = `Only the newest ${maxExportRows} lines are here. Narrow the search.`;
const columns = ["chat", "channel", "visitor", "visitor_name", "seq", "at", "author", "author_name", "text", "file"];
async function* tableOf(pages: AsyncGenerator<readonly Line[] | "cut">): AsyncGenerator<readonly (readonly (string | number)[])[]> {
  yield [columns];
  for await (const page of pages) yield page === "cut" ? [[cutText]] : page.map(cellsOf);
}
function cellsOf({ chat_id, channel, visitor, seq, at, author, text, file }: Line): (string | number)[] {
  return [
    chat_id,
    channel,
    visitor.number,
    visitor.name ?? "",
    seq ?? "",
    at ?? "",
    author?.kind ?? "",
    author?.name ?? "",
    text,
    file ? "yes" : "",
  ];
}
async function* jsonLines(pages: AsyncGenerator<readonly Line[] | "cut">): AsyncGenerator<string> {
  for await (const page of pages) {
    if (page === "cut") yield `${JSON.stringify({ cut: true, message: cutText })}\n`;
    else yield page.map((line) => `${JSON.stringify(line)}\n`).join("");
  }
}
