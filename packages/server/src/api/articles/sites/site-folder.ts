import { getArticlePath } from "@parlour/protocol/article/facts";
import type { SourceRecord } from "../../../store/articles/source.ts";
import type { SiteImportRecord } from "../../../store/sites/site-import.ts";
import { readSitePicture, type SiteItemRecord } from "../../../store/sites/site-item.ts";
import { listTargets, replaceLinks } from "../folder/file-links.ts";
import { toWarning } from "../folder/import-item.ts";
import type { ImportTarget, ParsedText } from "../folder/plan-import.ts";
import type { Folder, FolderFile } from "../folder/read-folder.ts";
import type { NamedText } from "./name-texts.ts";

interface SitePages {
  readonly record: SiteImportRecord;
  readonly items: readonly SiteItemRecord[];
  readonly sources: ReadonlyMap<string, SourceRecord>;
}

/**
 * Returns the pages of a site as a folder: their links lead to files of the folder, or to articles
 * of earlier imports. Other links stay.
 */
export function openSiteFolder(
  { reader, account }: ImportTarget,
  { record, items, sources }: SitePages,
  texts: readonly NamedText[],
): { readonly folder: Folder; readonly parsed: readonly ParsedText[] } {
  const links = new Map<string, string>();
  for (const { address, language, slug } of sources.values())
    links.set(address, getArticlePath(language, slug));
  for (const { item, address } of texts) {
    links.set(item.address, `/${item.n}.md`);
    links.set(address, `/${item.n}.md`);
  }
  const pictures = new Map(
    items.filter(({ kind }) => kind === "picture").map((item) => [item.address, item]),
  );
  const files = new Map<string, FolderFile>();
  const parsed = texts.map(({ item, address, text, source, isLanguageAssumed }): ParsedText => {
    const isUnchanged = source?.hash === item.hash;
    const body = item.body ?? "";
    const warnings = isLanguageAssumed ? [toWarning("language_assumed", text.language)] : [];
    if (source?.isEdited && !isUnchanged) warnings.push(toWarning("edited_here"));
    for (const { target, line } of isUnchanged ? [] : listTargets(body)) {
      const picture = pictures.get(target);
      if (picture?.state === "left_out")
        warnings.push(toWarning("picture_left_out", `${target} (${picture.code})`, line));
      if (picture?.state !== "read") continue;
      const path = toPicturePath(picture);
      files.set(path, {
        path,
        size: picture.size,
        read: () => readSitePicture(reader, account, { id: record.id, n: picture.n }),
      });
    }
    return {
      file: address,
      path: `${item.n}.md`,
      text: {
        ...text,
        body: replaceLinks(body, (target) => {
          const picture = pictures.get(target);
          if (picture?.state === "read") return toPicturePath(picture);
          return links.get(target)?.replace(/^\/(?=\d+\.md$)/, "") ?? null;
        }),
      },
      warnings,
      source: {
        address,
        site: record.address,
        hash: item.hash ?? "",
        isUnchanged,
        keepsState: source !== null,
      },
    };
  });
  return { folder: { files, refused: [] }, parsed };
}

/** The store names a file by its path, and finds its type in its bytes. */
function toPicturePath({ n, address }: SiteItemRecord): string {
  const name = URL.parse(address)?.pathname.split("/").at(-1) ?? "";
  return `${n}-${name.replaceAll(/[^\w.-]/g, "_").slice(-80) || "picture"}`;
}
