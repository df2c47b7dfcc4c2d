import type {
  MoveArticle,
  MoveChat,
  MoveFile,
  MoveMessage,
  MoveRecord,
  MoveTranslation,
  ReadKind,
} from "@parlour/protocol/move-in/record";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { omitFields } from "@parlour/protocol/omit-fields";
import type { SystemText } from "../../article-systems.ts";
import type { RecordProblem } from "../../source.ts";
import { listObjects, toName, toText, type Json } from "./values.ts";

/** A record or a problem, in the order of the file. */
export type SourceItem = { readonly record: MoveRecord } | { readonly problem: RecordProblem };

type CatalogKind = Exclude<ReadKind, "chat">;
type CatalogRecord = Extract<MoveRecord, { readonly kind: CatalogKind }>;
type Draft<Record> = { readonly [Name in keyof Record]: Record[Name] | undefined };

/**
 * What the values of an export say besides chats. Most systems repeat persons and operators in each
 * of their chats, so each is read once, with the fields of all values together.
 */
export class Catalog {
  readonly #records = new Map<CatalogKind, Map<string, CatalogRecord>>();
  /** What a value says about another one, such as the rating of an earlier chat. */
  readonly facts = new Map<string, string>();

  /** Adds a record, or what a later value says about it. Without an id it is left out. */
  add<Kind extends CatalogKind>(
    record: Draft<Omit<Extract<CatalogRecord, { readonly kind: Kind }>, "id">> & {
      readonly kind: Kind;
      readonly id: string | undefined;
    },
  ): void {
    const { kind, id } = record;
    if (id === undefined) return;
    const records = this.#records.get(kind) ?? new Map<string, CatalogRecord>();
    this.#records.set(kind, records);
    const known = records.get(id);
    const added = omitAbsent(record) as CatalogRecord;
    // Values that only refer to an operator or department have no name.
    const name = "name" in added && added.name === "" && known !== undefined && "name" in known;
    records.set(id, {
      ...known,
      ...added,
      ...(name ? { name: known.name } : undefined),
    } as CatalogRecord);
  }
  has(kind: CatalogKind, id: string): boolean {
    return this.#records.get(kind)?.has(id) === true;
  }
  list(kind: CatalogKind): readonly CatalogRecord[] {
    return [...(this.#records.get(kind)?.values() ?? [])];
  }
}

export type Author = NonNullable<MoveMessage["author"]>;

/** Names of the fields of an attachment, as the other system calls them. */
export interface FileKeys {
  readonly name: string;
  readonly type: string;
  readonly size?: string;
  readonly url: string;
}
/** Returns the file of an attachment, as a list for `files`. undefined: it has no address. */
export function toFile(attachment: Json, keys: FileKeys): MoveFile[] | undefined {
  const url = toText(attachment[keys.url]);
  const size = keys.size === undefined ? null : attachment[keys.size];
  return url === undefined
    ? undefined
    : [
        {
          name: toName(attachment[keys.name]) || toName(url.split(/[?#]/)[0]?.split("/").at(-1)),
          type: toText(attachment[keys.type]) ?? null,
          size: Number.isInteger(size) && Number(size) >= 0 ? Number(size) : null,
          url,
        },
      ];
}
export const listFiles = (attachments: unknown, keys: FileKeys): MoveFile[] | undefined => {
  const files = listObjects(attachments).flatMap((one) => toFile(one, keys) ?? []);
  return files.length === 0 ? undefined : files;
};

export const toChat = (chat: Draft<Omit<MoveChat, "kind">>): SourceItem => ({
  record: { kind: "chat", ...omitAbsent(chat) } as MoveChat,
});
export const toMessage = (message: Draft<Omit<MoveMessage, "kind">>): SourceItem => ({
  record: { kind: "message", ...omitAbsent(message) } as MoveMessage,
});
/** Returns a text as an article or a translation, or the problem that it is not published. */
export function toArticle(text: SystemText): SourceItem {
  const { id, url, article, body, isHtml, state } = text;
  const kind = article === undefined ? "article" : "translation";
  if (state !== "published") return toProblem(kind, id, "not_published");
  const facts = omitFields(text, "url", "article", "body", "isHtml", "state", "position");
  const position = kind === "article" ? toPosition(text) : undefined;
  const record = { kind, ...facts, [isHtml ? "html" : "markdown"]: body, url, article, position };
  return { record: omitAbsent(record) as MoveArticle | MoveTranslation };
}
const maxPosition = 1_000_000;
const toPosition = ({ position }: SystemText): number | undefined =>
  position !== null && Number.isInteger(position) && position >= 0 && position <= maxPosition
    ? position
    : undefined;
export const toProblem = (
  kind: RecordProblem["kind"],
  id: string,
  code: string,
  detail?: string,
): SourceItem => ({ problem: { kind, id, code, ...omitAbsent({ detail }) } });

/** Lists notes that are not empty. undefined: none. */
export function listNotes(
  ...notes: readonly (readonly [label: string, text: string | undefined])[]
): string[] | undefined {
  const filled = notes.flatMap(([label, text]) =>
    text === undefined ? [] : [`${label}: ${text}`],
  );
  return filled.length === 0 ? undefined : filled;
}
/** A rating of two values, as a scale from 1 to 2. */
export const toThumbs = (
  isGood: boolean,
  text?: string,
): { readonly score: number; readonly of: number; readonly text?: string } => ({
  score: isGood ? 2 : 1,
  of: 2,
  ...omitAbsent({ text }),
});
