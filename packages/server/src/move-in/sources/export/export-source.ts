import type { MoveFile, MoveSystem, ReadKind } from "@parlour/protocol/move-in/record";
import {
  createCheck,
  SourceError,
  type MoveSource,
  type OpenSource,
  type SourceCheck,
  type SourceDeps,
  type SourcePage,
  type SourceSettings,
} from "../../source.ts";
import { hashRecord } from "../../counts.ts";
import type { ArticleSystem } from "../../article-systems.ts";
import { checkRecord } from "../check-record.ts";
import { openFile } from "../open-address.ts";
import { Catalog, toArticle, toProblem, type SourceItem } from "./catalog.ts";
import { openExport, type OpenedExport } from "./open-export.ts";
import { readValues, type FileValue, type ValueOptions } from "./read-values.ts";
import { recognizeSystem, exportNames } from "./recognize.ts";
import type { Json } from "./values.ts";

/** A value that could be read. */
export interface ExportValue extends FileValue {
  readonly value: Json;
}
/** How the files of a system become records. */
export interface ExportFormat extends ValueOptions {
  readonly system: MoveSystem;
  /** Adds what a value says besides chats. Called for all values before the first page. */
  collect(value: ExportValue, catalog: Catalog, settings: SourceSettings): void;
  /** Chats and their messages of a value. Each function reads all files once, in this order. */
  readonly readChats: readonly ReadItems[];
  /** The help center of the system, if its files have articles. */
  readonly articles?: ArticleSystem;
}
type ArticleKind = "article" | "translation";
type ReadItems = (
  value: ExportValue,
  catalog: Catalog,
  settings: SourceSettings,
) => readonly SourceItem[];

const itemsPerPage = 500;
/** Values of a file that are read to recognize its system. */
const recognizedValues = 20;

/** Opens the files of an export (MV-040). The cursor is the number of items before the page. */
export const createExportSource =
  (format: ExportFormat): OpenSource =>
  async (settings, deps) => {
    if (settings.files.length === 0)
      throw new SourceError("no_file", "Add a file.", { isFinal: true });
    return new ExportSource(format, settings, deps, await openExport(settings));
  };

class ExportSource implements MoveSource {
  readonly #format: ExportFormat;
  readonly #settings: SourceSettings;
  readonly #deps: SourceDeps;
  readonly #opened: OpenedExport;
  #catalog: Promise<Catalog> | null = null;
  /** What follows the last page, so that the next one need not begin at the first file. */
  #rest: {
    readonly kind: ReadKind;
    readonly count: number;
    readonly items: AsyncGenerator<SourceItem>;
  } | null = null;

  constructor(
    format: ExportFormat,
    settings: SourceSettings,
    deps: SourceDeps,
    opened: OpenedExport,
  ) {
    this.#format = format;
    this.#settings = settings;
    this.#deps = deps;
    this.#opened = opened;
  }

  async check(): Promise<SourceCheck> {
    const { system } = this.#format;
    let isKnown = false;
    for (const file of this.#opened.files) {
      const values = await readValues(file, this.#format);
      if (values === null && file.isUploaded)
        throw new SourceError("wrong_format", `${file.name}: this is neither JSON nor a dump.`, {
          isFinal: true,
        });
      let count = 0;
      for await (const value of values ?? []) {
        const found = recognizeSystem(value);
        if (found !== null && found !== system)
          throw new SourceError(
            "other_system",
            `${file.name}: this seems to come from ${exportNames[found]}.`,
            { isFinal: true },
          );
        isKnown ||= found === system;
        count += 1;
        if (count === recognizedValues) break;
      }
    }
    if (!isKnown)
      throw new SourceError(
        "wrong_format",
        `The files contain nothing of ${exportNames[system]} that Parlour knows.`,
        { isFinal: true },
      );
    return createCheck(exportNames[system]);
  }

  async readPage(kind: ReadKind, cursor: string | null): Promise<SourcePage> {
    this.#catalog ??= this.#collect();
    const catalog = await this.#catalog;
    const start = Number(cursor ?? 0);
    if (kind !== "chat" && kind !== "article" && kind !== "translation") {
      const records = catalog.list(kind);
      const items = records.slice(start, start + itemsPerPage).map((record) => ({ record }));
      const end = start + items.length;
      return toPage(items, end < records.length ? String(end) : null);
    }
    const items = await this.#openItems(catalog, kind, start);
    this.#rest = null;
    const read: SourceItem[] = [];
    while (read.length < itemsPerPage) {
      const next = await items.next();
      if (next.done === true) return toPage(read, null);
      read.push(next.value);
    }
    this.#rest = { kind, count: start + read.length, items };
    return toPage(read, String(start + read.length));
  }

  async openFile(file: MoveFile): Promise<AsyncIterable<Uint8Array> | null> {
    if (file.path === undefined) return openFile(this.#deps, file);
    const found = this.#opened.files.find(({ name }) => name === file.path);
    return found === undefined ? null : found.open();
  }

  async close(): Promise<void> {
    await this.#rest?.items.return(undefined);
    this.#rest = null;
    this.#opened.close();
  }

  /** Opens the items from a number on. After a restart, those before it are read once more. */
  async #openItems(
    catalog: Catalog,
    kind: "chat" | ArticleKind,
    start: number,
  ): Promise<AsyncGenerator<SourceItem>> {
    if (this.#rest?.kind === kind && this.#rest.count === start) return this.#rest.items;
    await this.#rest?.items.return(undefined);
    const items = kind === "chat" ? this.#readItems(catalog) : this.#readArticles(catalog, kind);
    for (let n = 0; n < start; n += 1) await items.next();
    return items;
  }

  async #collect(): Promise<Catalog> {
    const catalog = new Catalog();
    const { articles } = this.#format;
    for await (const read of this.#readAll())
      if (isReadable(read) && articles?.note(read, catalog.facts) !== true)
        this.#format.collect(read, catalog, this.#settings);
    return catalog;
  }

  /** Reads the articles, or their translations. The same text comes once. */
  async *#readArticles(catalog: Catalog, kind: ArticleKind): AsyncGenerator<SourceItem> {
    const { articles } = this.#format;
    if (articles === undefined) return;
    const hashes = new Map<string, string>();
    for await (const read of this.#readAll())
      for (const text of isReadable(read) ? articles.read(read, catalog.facts) : []) {
        const item = toArticle(text);
        const { id, ...found } = "record" in item ? item.record : item.problem;
        if (found.kind !== kind) continue;
        const hash = hashRecord(found);
        const before = hashes.get(id);
        hashes.set(id, hash);
        if (before === undefined) yield checkItem(item, read.at);
        else if (before !== hash) yield toProblem(kind, id, "repeated");
      }
  }

  /** Reads the chats with their messages, and what is wrong with values. Each chat comes once. */
  async *#readItems(catalog: Catalog): AsyncGenerator<SourceItem> {
    const chats = new Set<string>();
    const messages = new Set<string>();
    for (const [pass, readItems] of this.#format.readChats.entries())
      for await (const read of this.#readAll()) {
        const { fault, at } = read;
        if (fault !== undefined && pass === 0)
          yield toProblem("file", at, fault.code, fault.detail);
        if (!isReadable(read)) continue;
        const items = readItems(read, catalog, this.#settings);
        const chat = items.find((item) => "record" in item && item.record.kind === "chat");
        const id = chat !== undefined && "record" in chat ? chat.record.id : null;
        if (id !== null && chats.has(id)) continue;
        if (id !== null) chats.add(id);
        for (const item of items) {
          // Pages of messages that are values of their own overlap if messages came meanwhile.
          const message = id === null && "record" in item ? item.record.id : null;
          if (message !== null && messages.has(message)) continue;
          if (message !== null) messages.add(message);
          yield checkItem(item, at);
        }
      }
  }

  async *#readAll(): AsyncGenerator<FileValue> {
    for (const file of this.#opened.files)
      for await (const value of (await readValues(file, this.#format)) ?? []) {
        this.#deps.signal.throwIfAborted();
        yield value;
      }
  }
}

const isReadable = (read: FileValue): read is ExportValue => read.value !== null;

export function checkItem(item: SourceItem, at: string): SourceItem {
  if ("problem" in item) return item;
  const checked = checkRecord(item.record);
  if ("record" in checked) return item;
  return toProblem(item.record.kind, checked.id ?? at, "broken_record", `${at}: ${checked.fault}`);
}

/** Divides items into records and problems. */
export const toPage = (items: readonly SourceItem[], next: string | null): SourcePage => ({
  records: items.flatMap((item) => ("record" in item ? [item.record] : [])),
  problems: items.flatMap((item) => ("problem" in item ? [item.problem] : [])),
  next,
});
