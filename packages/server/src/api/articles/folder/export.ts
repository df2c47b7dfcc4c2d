import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import {
  listFolderFiles,
  listFolderTexts,
  readFolderText,
  type ListedText,
} from "../../../store/articles/folder.ts";
import type { Files } from "../../../files/index.ts";
import { buildFileResponses, fileContent } from "../../kit/declare-route.ts";
import { formatFileDate, sendDownload } from "../../kit/download.ts";
import { takeExportSlot, type ExportSlotDeps } from "../../kit/export-slot.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";
import type { ZipDeps } from "../../kit/table/xlsx.ts";
import { replaceFileAddresses } from "./file-addresses.ts";

interface ExportDeps extends RouteDeps, ZipDeps, ExportSlotDeps {
  readonly files: Files;
}

/** Characters that no file system takes. */
const unsafe = /[\\/:*?"<>|\p{Cc}]/gu;

/** Registers the export of all articles as a folder of Markdown (ART-030). */
export function articleExportRoute(app: FastifyInstance, deps: ExportDeps): void {
  app.route({
    method: "GET",
    url: "/articles/export",
    onRequest: deps.auth.guard("chats.read"),
    schema: {
      summary: "Export articles",
      tags: ["articles"],
      ...({ "x-action": "chats.read" } as object),
      response: buildFileResponses("The folder.", fileContent.zip),
    },
    handler: async (request, reply) => {
      const { accountId } = deps.auth.principalOf(request);
      await takeExportSlot(deps, accountId, reply);
      await sendDownload(reply, {
        name: `parlour-articles-${formatFileDate(deps.clock.now())}.zip`,
        type: "application/zip",
        body: await writeFolder(deps, accountId),
      });
    },
  });
}

async function writeFolder(deps: ExportDeps, account: number): Promise<Readable> {
  const { reader, files, openZip } = deps;
  const texts = await listFolderTexts(reader, account);
  const names = await nameFiles(deps, account);
  const zip = openZip();
  const stems = new Map<string, number>();
  for (const text of texts) {
    const path = `${text.section}/${nameArticle(text, stems)}`;
    zip.add(`${path}.${text.language}.md`, async () =>
      Readable.from([await formatText(deps, account, text, { path, names })]),
    );
  }
  for (const [key, path] of names)
    zip.add(
      path,
      async () => {
        const content = await files.open(key.slice(-tokenLength), "file");
        const stream = await content?.read({ start: 0, end: content.size - 1 });
        return stream ?? Readable.from([]);
      },
      { packed: false },
    );
  zip.end();
  return zip.body;
}
const tokenLength = 27;

/** Returns the file name of an article, which no other one of its section has. */
function nameArticle({ section, first, article }: ListedText, stems: Map<string, number>): string {
  const key = `${section}/${first}`;
  if (!stems.has(key)) stems.set(key, article);
  return stems.get(key) === article ? first : `${first}-${article}`;
}

/** Returns the paths of the files that articles name, by section and token. */
async function nameFiles(
  { reader }: ExportDeps,
  account: number,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { section, token, name } of await listFolderFiles(reader, account)) {
    const base = name.replace(unsafe, "_");
    let path = `${section}/files/${base}`;
    for (let n = 2; taken.has(path.toLowerCase()); n++) path = `${section}/files/${n}-${base}`;
    taken.add(path.toLowerCase());
    names.set(`${section} ${token}`, path);
  }
  return names;
}

async function formatText(
  { reader }: ExportDeps,
  account: number,
  listed: ListedText,
  { path, names }: { readonly path: string; readonly names: ReadonlyMap<string, string> },
): Promise<string> {
  const text = await readFolderText(reader, account, listed);
  if (text === null) return "";
  const { slug, title, state } = text;
  const body = replaceFileAddresses(text.body, (token) => {
    const file = names.get(`${listed.section} ${token}`);
    if (file === undefined) return null;
    const name = file.slice(listed.section.length + 1);
    return name.split("/").map(encodePart).join("/");
  });
  const translation = path.endsWith(`/${slug}`) ? null : { slug };
  const { formatTextFile } = await import("./text-file.ts");
  return formatTextFile(
    { title, section: listed.sectionName, state, position: listed.position, ...translation },
    body,
  );
}

/** Parentheses would end the target of a link. */
const encodePart = (part: string): string =>
  encodeURIComponent(part).replaceAll("(", "%28").replaceAll(")", "%29");
