import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  ServiceApiError,
  type ServiceApiClient,
} from "../../http/in-process/service-api-client.ts";
import { loadChatPage } from "./tools/chats.ts";
import { loadVisitorPage } from "./tools/visitors.ts";

/** Resources of chats and visitors (MCP-040). */
export const resourceTemplates = [
  {
    uriTemplate: "parlour://chats/{id}",
    name: "chat",
    title: "Chat",
    description: "A chat with its latest messages, in the same form as the result of read_chat.",
    mimeType: "application/json",
  },
  {
    uriTemplate: "parlour://visitors/{number}",
    name: "visitor",
    title: "Visitor",
    description:
      "A visitor with their latest chats, in the same form as the result of read_visitor.",
    mimeType: "application/json",
  },
];

/** A page of docs/integrate. */
interface DocumentationPage {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly mimeType: "text/markdown";
}
export interface Documentation {
  readonly pages: readonly DocumentationPage[];
  /** Returns the text of a page, or null if there is no such page. */
  read(name: string): string | null;
}

/** Reads the integrators' pages of a folder. Without the folder, there are no pages. */
export function loadDocumentation(dir: string): Documentation {
  const texts = new Map<string, string>();
  for (const file of listMarkdownFiles(dir))
    texts.set(file.slice(0, -".md".length).toLowerCase(), readFileSync(join(dir, file), "utf8"));
  return {
    pages: [...texts].map(([name, text]) => ({
      uri: `parlour://docs/${name}`,
      name: `docs-${name}`,
      title: /^# (.+)$/m.exec(text)?.[1] ?? name,
      mimeType: "text/markdown",
    })),
    read: (name) => texts.get(name) ?? null,
  };
}
function listMarkdownFiles(dir: string): readonly string[] {
  try {
    return readdirSync(dir)
      .filter((file) => file.endsWith(".md"))
      .toSorted();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

export interface ResourceContent {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
}

/**
 * Reads a resource. Returns null if it does not exist or is not visible. Throws ServiceApiError if
 * the principal lacks the permission.
 */
export async function readResource(
  uri: string,
  api: ServiceApiClient,
  documentation: Documentation,
): Promise<ResourceContent | null> {
  const [, kind, id = ""] =
    /^parlour:\/\/(chats|visitors|docs)\/([a-z0-9-]{1,40})$/.exec(uri) ?? [];
  if (kind === "docs") {
    const text = documentation.read(id);
    return text === null ? null : { uri, mimeType: "text/markdown", text };
  }
  const number = /^[1-9][0-9]{0,15}$/.test(id) ? Number(id) : null;
  if (kind === undefined || number === null) return null;
  const data = await (kind === "chats" ? loadChatPage : loadVisitorPage)(api, number).catch(
    toNullIfMissing,
  );
  return data && { uri, mimeType: "application/json", text: JSON.stringify(data) };
}
function toNullIfMissing(error: unknown): null {
  if (error instanceof ServiceApiError && error.error.code === "not_found") return null;
  throw error;
}
