import type { FileKind } from "@parlour/protocol/file-kinds";

/** File name extensions by kind. File pickers use them; the content decides (CORE-167). */
const endings: Readonly<Record<FileKind, readonly string[]>> = {
  pictures: ["png", "jpg", "jpeg", "jfif", "gif", "webp", "avif", "heic", "heif", "bmp", "tif", "tiff", "ico", "psd"],
  audio_video: [
    "mp3",
    "m4a",
    "aac",
    "ogg",
    "oga",
    "opus",
    "wav",
    "flac",
    "amr",
    "wma",
    "mp4",
    "m4v",
    "mov",
    "webm",
    "mkv",
    "avi",
    "3gp",
    "mpg",
    "mpeg",
    "wmv",
    "ogv",
  ],
  pdf: ["pdf"],
  text: ["txt", "csv", "tsv", "log", "md", "json", "yaml", "yml", "ini", "ics", "vcf"],
  office: [
    "doc",
    "docx",
    "dot",
    "dotx",
    "xls",
    "xlsx",
    "xlt",
    "xltx",
    "ppt",
    "pptx",
    "pot",
    "potx",
    "pps",
    "ppsx",
    "odt",
    "ods",
    "odp",
    "odg",
    "ott",
    "ots",
    "otp",
    "rtf",
    "pages",
    "numbers",
    "key",
  ],
  archives: ["zip", "7z", "rar", "tar", "gz", "tgz", "bz2", "xz", "zst", "lz", "lz4", "lzh", "arj", "ace", "cpio"],
};
const fileKinds = Object.keys(endings) as FileKind[];
const kindOfEnding: ReadonlyMap<string, FileKind> = new Map(
  fileKinds.flatMap((kind) => endings[kind].map((ending) => [ending, kind] as const)),
);

/** Media types that browsers offer in addition to the extensions. */
const types: Readonly<Record<FileKind, readonly string[]>> = {
  pictures: ["image/*"],
  audio_video: ["audio/*", "video/*"],
  pdf: ["application/pdf"],
  text: ["text/plain"],
  office: [],
  archives: [],
};
const words: Readonly<Record<FileKind, string>> = {
  pictures: "pictures",
  audio_video: "audio and video",
  pdf: "PDF",
  text: "text",
  office: "office documents",
  archives: "archives",
};

/**
 * Returns why a file is of none of these kinds; null: it is. [] allows every kind. `type`: media
 * type of the content. `extension`: extension in lower case.
 */
export function faultOfKind(
  kinds: readonly FileKind[],
  { type, ending }: { readonly type: string; readonly ending: string },
): string | null {
  if (kinds.length === 0) return null;
  const named = kindOfEnding.get(ending);
  const is = kindOfContent(type, named);
  if (is !== null && kinds.includes(is) && (named === undefined || kinds.includes(named))) return null;
  return `Only these kinds of files are taken: ${fileKinds
    .filter((kind) => kinds.includes(kind))
    .map((kind) => words[kind])
    .join(", ")}.`;
}

/** Returns the attribute `accept` of a file input; undefined: every kind. */
export function acceptOf(kinds: readonly FileKind[]): string | undefined {
  if (kinds.length === 0) return undefined;
  return kinds.flatMap((kind) => [...types[kind], ...endings[kind].map((ending) => `.${ending}`)]).join();
}

function kindOfContent(type: string, named: FileKind | undefined): FileKind | null {
  if (type.startsWith("image/")) return "pictures";
  if (/^(?:audio|video)\//.test(type) || media.has(type)) return "audio_video";
  if (type === "application/pdf") return "pdf";
  if (type.startsWith("text/")) return "text";
  if (office.test(type)) return "office";
  if (!archives.has(type)) return null;
  // Office documents are archives too, and a large one is not recognisable from its first bytes.
  return type === "application/zip" && named === "office" ? "office" : "archives";
}
const media: ReadonlySet<string> = new Set([
  "application/ogg",
  "application/mxf",
  "application/vnd.ms-asf",
  "application/vnd.rn-realmedia",
]);
const office =
  /^application\/(?:rtf|x-cfb|msword|vnd\.visio|vnd\.apple\.(?:keynote|numbers|pages)|vnd\.oasis\.opendocument\..+|vnd\.openxmlformats-officedocument\..+)$/;
const archives: ReadonlySet<string> = new Set(
  "zip gzip zstd lzip x-7z-compressed x-rar-compressed x-tar x-bzip2 x-xz x-lz4 x-lzh-compressed x-compress x-arj x-ace-compressed x-cpio"
    .split(" ")
    .map((name) => `application/${name}`),
);
