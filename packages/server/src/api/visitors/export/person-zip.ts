import { Readable } from "node:stream";
import type { VisitorMerge, VisitorProfile, VisitorWithActivity } from "@parlour/protocol/api";
import type { Message } from "../../../core/entity.ts";
import type { ChatCursor, ChatVisibility, ChatPage } from "../../../store/chats/chat-record.ts";
import type {
  VisitRecord,
  VisitorDataRecord,
  VisitorFileRecord,
} from "../../../store/visitors/visitor-record.ts";
import type { ExportedDataKind } from "../../../core/visitor/data-inventory.ts";
import { serializeVisit } from "../visitor-serializer.ts";
import { readVisitorData } from "../../../store/erasure/visitor-data.ts";
import { listVisits } from "../../../store/visitors/visit.ts";
import { listChats } from "../../../store/chats/list/chat-list.ts";
import { readChatRecords } from "../../../store/chats/search/archive.ts";
import { listMessages } from "../../../store/chats/message.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";
import type { ZipDeps } from "../../kit/table/xlsx.ts";

export interface VisitorExportDeps extends RouteDeps, ZipDeps {
  /** Reads a stored file. Resolves to null if the file is missing in its storage. */
  readonly contentOf: (file: {
    readonly token: string;
    readonly size: number;
    readonly storage: "disk" | "s3";
  }) => Promise<Readable | null>;
}

/** Maximum number of messages, chats or visits per read. */
const maxRowsPerRead = 200;

/** A visitor of the exported person, with the merges of the person in which they are. */
interface ExportedVisitor {
  readonly visitor: VisitorWithActivity;
  readonly merges: readonly VisitorMerge[];
}
/** Lists the visitors of the person, the requested one first (CORE-293). */
function listExportedVisitors({ person, ...requested }: VisitorProfile): ExportedVisitor[] {
  if (person === null) return [{ visitor: requested, merges: [] }];
  return person.members.map((visitor) => ({
    visitor,
    merges: person.merges.filter((merge) => [merge.visitor, merge.other].includes(visitor.number)),
  }));
}

/** Creates the zip as a stream, because a visitor may have many messages. */
export async function createPersonZip(
  deps: VisitorExportDeps,
  account: number,
  visibility: ChatVisibility,
  profile: VisitorProfile,
): Promise<Readable> {
  const zip = deps.openZip();
  const files: VisitorFileRecord[] = [];
  for (const exported of listExportedVisitors(profile)) {
    const { number, id } = exported.visitor;
    const data = await readVisitorData(deps.reader, account, id);
    files.push(...data.files);
    const name = number === profile.number ? "visitor.json" : `visitor-${number}.json`;
    zip.add(name, () =>
      Readable.from(joinParts(createParts(deps, account, visibility, { ...exported, data })), {
        objectMode: false,
      }),
    );
  }
  addFiles(deps, zip, files);
  zip.end();
  return zip.body;
}

/** Adds the bytes of the files, and then `files.json`, which names them. */
function addFiles(
  deps: VisitorExportDeps,
  zip: ReturnType<VisitorExportDeps["openZip"]>,
  records: readonly VisitorFileRecord[],
): void {
  const files: object[] = [];
  for (const file of records) {
    const { id, name, type, size, chatId, createdAt } = file;
    const path = `files/${id}-${name.replaceAll(/[\\/:]/g, "_")}`;
    const open = async (): Promise<Readable> => {
      const body = await deps.contentOf(file);
      files.push({
        path,
        name,
        type,
        size,
        chat_id: chatId,
        created_at: createdAt,
        lost: body === null ? true : undefined,
      });
      return body ?? Readable.from([], { objectMode: false });
    };
    // Images and similar files are already compressed.
    zip.add(path, open, { packed: false });
  }
  zip.add("files.json", () => Readable.from([JSON.stringify(files)], { objectMode: false }));
}

/** Files have separate entries. The compiler reports a part that is missing here. */
function createParts(
  deps: VisitorExportDeps,
  account: number,
  visibility: ChatVisibility,
  { visitor, merges, data }: ExportedVisitor & { readonly data: VisitorDataRecord },
): Record<Exclude<ExportedDataKind, "files" | "messages">, AsyncGenerator<string> | string> {
  return {
    visitor: JSON.stringify(visitor),
    merges: JSON.stringify(merges),
    visits: readVisits(deps, account, visitor.id),
    // Chats include their messages.
    chats: readChats(deps, account, visibility, visitor.number),
    calls: JSON.stringify(data.calls),
    offline_messages: JSON.stringify(data.offlineMessages),
    blacklist: JSON.stringify(data.blacklist),
  };
}
async function* joinParts(
  parts: Readonly<Record<string, AsyncGenerator<string> | string>>,
): AsyncGenerator<string> {
  let before = "{";
  for (const [name, part] of Object.entries(parts)) {
    yield `${before}"${name}":`;
    if (typeof part === "string") yield part;
    else yield* part;
    before = ",";
  }
  yield "}\n";
}

async function* readVisits(
  deps: VisitorExportDeps,
  account: number,
  visitorId: number,
): AsyncGenerator<string> {
  const config = await deps.config(account);
  yield "[";
  for (let before: number | null = null, isFirst = true; ; isFirst = false) {
    const page: readonly VisitRecord[] = await listVisits(deps.reader, account, visitorId, {
      limit: maxRowsPerRead,
      before: before ?? undefined,
    });
    if (page.length > 0)
      yield `${isFirst ? "" : ","}${page.map((visit) => JSON.stringify(serializeVisit(visit, config))).join(",")}`;
    before = page.at(-1)?.id ?? null;
    if (page.length < maxRowsPerRead) break;
  }
  yield "]";
}
async function* readChats(
  deps: VisitorExportDeps,
  account: number,
  visibility: ChatVisibility,
  visitorNumber: number,
): AsyncGenerator<string> {
  let cursor: ChatCursor | null = null;
  let before = "[";
  do {
    const page: ChatPage = await listChats(deps.reader, account, visibility, {
      visitorNumbers: [visitorNumber],
      sort: "created",
      limit: maxRowsPerRead,
      now: deps.clock.now(),
      after: cursor ?? undefined,
    });
    const records = await readChatRecords(
      deps.reader,
      account,
      visibility,
      page.items.map(({ id }) => id),
    );
    for (const { chat } of page.items.flatMap(({ id }) => records.get(id) ?? [])) {
      yield `${before}{"chat":${JSON.stringify(chat)},"messages":[`;
      before = ",";
      yield* readMessages(deps, account, chat.id);
      yield "]}";
    }
    cursor = page.next;
  } while (cursor !== null);
  yield before === "[" ? "[]" : "]";
}
async function* readMessages(
  deps: VisitorExportDeps,
  account: number,
  chatId: number,
): AsyncGenerator<string> {
  let after = 0;
  for (;;) {
    const page: readonly Message[] = await listMessages(deps.reader, account, chatId, {
      after,
      limit: maxRowsPerRead,
    });
    if (page.length > 0)
      yield `${after === 0 ? "" : ","}${page.map((message) => JSON.stringify(message)).join(",")}`;
    after = page.at(-1)?.seq ?? after;
    if (page.length < maxRowsPerRead) return;
  }
}
