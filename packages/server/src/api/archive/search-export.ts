import type { FastifyInstance, FastifyRequest } from "fastify";
import { maxExportRows, SearchExportQuery } from "@parlour/protocol/api";
import type { Static } from "typebox";
import type {
  FoundChat,
  SearchFilter,
  SearchCursor,
} from "../../store/chats/search/search-record.ts";
import type { Principal } from "../../auth/index.ts";
import type { Message } from "../../core/entity.ts";
import { hasFile, indexedText } from "../../core/search/indexed-text.ts";
import { cleanText } from "../../core/text.ts";
import { maskForPrincipal } from "../chats/chat-serializer.ts";
import { formatFileDate, sendDownload } from "../kit/download.ts";
import { parseSearch } from "./search.ts";
import { changeSettings } from "../kit/change-settings.ts";
import { buildFileResponses, fileContent } from "../kit/declare-route.ts";
import { takeExportSlot, type ExportSlotDeps } from "../kit/export-slot.ts";
import { getChatVisibility } from "../chats/visibility.ts";
import { sendTable } from "../kit/table/table-file.ts";
import { searchChats } from "../../store/chats/search/search.ts";
import { withReplica, type RouteDeps } from "../kit/route-deps.ts";
import type { ZipDeps } from "../kit/table/xlsx.ts";

interface SearchExportDeps extends RouteDeps, ZipDeps, ExportSlotDeps {}

const maxChatsPerRead = 100;
const maxHitsPerChat = 1_000;

/** Exports a line per message, or per chat (API-257), as a stream with little memory. */
export function searchExportRoute(app: FastifyInstance, deps: SearchExportDeps): void {
  app.route({
    method: "GET",
    url: "/search/export",
    onRequest: deps.auth.guard("chats.read"),
    schema: {
      summary: "Export search results",
      tags: ["search"],
      ...({ "x-action": "chats.read" } as object),
      querystring: SearchExportQuery,
      response: buildFileResponses("The file.", {
        ...fileContent.csv,
        ...fileContent.xlsx,
        ...fileContent.jsonl,
      }),
    },
    handler: async (request, reply) => {
      const principal = deps.auth.principalOf(request);
      const { q = "", format = "csv" } = request.query as Static<typeof SearchExportQuery>;
      const read = withReplica(deps, request);
      const { filter } = await parseSearch(read, principal, cleanText(q));
      await takeExportSlot(deps, principal.accountId, reply);
      await recordExport(deps, principal, request, format);
      const name = `parlour-search-${formatFileDate(deps.clock.now())}`;
      const lines = readLines(read, principal, filter);
      if (format === "jsonl") {
        await sendDownload(reply, {
          name: `${name}.jsonl`,
          type: "application/jsonl; charset=utf-8",
          body: toJsonLines(lines),
        });
      } else await sendTable(reply, deps, { name, format, pages: toTable(lines) });
    },
  });
}

/** Records the export in the audit log without the query, which may contain a visitor's words. */
function recordExport(
  deps: SearchExportDeps,
  principal: Principal,
  request: FastifyRequest,
  format: string,
): Promise<null> {
  return changeSettings(deps, { principal, request, key: null }, "search.export", () =>
    Promise.resolve({ result: null, changed: [], target: `search as ${format}` }),
  );
}

interface ExportLine {
  readonly chat_id: number;
  readonly channel: string;
  readonly visitor: { readonly number: number; readonly name: string | null };
  readonly seq: number | null;
  readonly at: string | null;
  readonly author: { readonly kind: string; readonly name: string } | null;
  readonly text: string;
  readonly file: boolean;
  readonly chat_number: number | null;
}
async function* readLines(
  deps: RouteDeps,
  principal: Principal,
  filter: SearchFilter,
): AsyncGenerator<readonly ExportLine[] | "cut"> {
  let cursor: SearchCursor | null = null;
  let remaining = maxExportRows;
  do {
    const page: { readonly items: readonly FoundChat[]; readonly next: SearchCursor | null } =
      await searchChats(deps.reader, principal.accountId, getChatVisibility(principal), {
        filter,
        limit: maxChatsPerRead,
        hits: maxHitsPerChat,
        sort: "newest",
        cursor: cursor ?? undefined,
      });
    const lines = page.items.flatMap((foundChat) => toLines(principal, foundChat));
    yield lines.slice(0, remaining);
    remaining -= lines.length;
    cursor = page.next;
  } while (cursor !== null && remaining > 0);
  if (cursor !== null || remaining < 0) yield "cut";
}
function toLines(
  principal: Principal,
  { chat, hits, lastMessage }: FoundChat,
): readonly ExportLine[] {
  const line = (message: Message | null): ExportLine => ({
    chat_id: chat.id,
    channel: chat.channel.name,
    visitor: { number: chat.visitor.number, name: chat.visitor.name?.value ?? null },
    seq: message?.seq ?? null,
    at: message?.created_at ?? null,
    author: message && { kind: message.author.kind, name: message.author.name },
    text: message === null ? "" : getText(maskForPrincipal(principal, message)),
    file: message !== null && hasFile(message),
    chat_number: chat.number ?? null,
  });
  return hits.length > 0 ? hits.map(({ message }) => line(message)) : [line(lastMessage)];
}
function getText(message: Message): string {
  return message.author.kind === "system" ? message.text : indexedText(message);
}

const cutMessage = `This file contains only the newest ${maxExportRows} lines. Narrow the search.`;
const columns = [
  "chat",
  "channel",
  "visitor",
  "visitor_name",
  "seq",
  "at",
  "author",
  "author_name",
  "text",
  "file",
  "chat_number",
];
async function* toTable(
  pages: AsyncGenerator<readonly ExportLine[] | "cut">,
): AsyncGenerator<readonly (readonly (string | number)[])[]> {
  yield [columns];
  for await (const page of pages) yield page === "cut" ? [[cutMessage]] : page.map(toCells);
}
function toCells({
  chat_id,
  channel,
  visitor,
  seq,
  at,
  author,
  text,
  file,
  chat_number,
}: ExportLine): (string | number)[] {
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
    chat_number ?? "",
  ];
}
async function* toJsonLines(
  pages: AsyncGenerator<readonly ExportLine[] | "cut">,
): AsyncGenerator<string> {
  for await (const page of pages) {
    if (page === "cut") yield `${JSON.stringify({ cut: true, message: cutMessage })}\n`;
    else yield page.map((line) => `${JSON.stringify(line)}\n`).join("");
  }
}
