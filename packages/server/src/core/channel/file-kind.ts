import type { FileKind } from "@parlour/protocol/entity/file-kinds";

/** Extensions by kind, for file pickers. A received file is judged by its content (CORE-167). */
const extensions: Readonly<Record<FileKind, readonly string[]>> = {
  pictures: [
    "png",
    "jpg",
    "jpeg",
    "jfif",
    "gif",
    "webp",
    "avif",
    "heic",
    "heif",
    "bmp",
    "tif",
    "tiff",
    "ico",
    "psd",
  ],
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
  archives: [
    "zip",
    "7z",
    "rar",
    "tar",
    "gz",
    "tgz",
    "bz2",
    "xz",
    "zst",
    "lz",
    "lz4",
    "lzh",
    "arj",
    "ace",
    "cpio",
  ],
};
const fileKinds = Object.keys(extensions) as FileKind[];
const kindByExtension: ReadonlyMap<string, FileKind> = new Map(
  fileKinds.flatMap((kind) => extensions[kind].map((extension) => [extension, kind] as const)),
);

/** Media types that file pickers accept in addition to the extensions. */
const mediaTypes: Readonly<Record<FileKind, readonly string[]>> = {
  pictures: ["image/*"],
  audio_video: ["audio/*", "video/*"],
  pdf: ["application/pdf"],
  text: ["text/plain"],
  office: [],
  archives: [],
};
const kindNames: Readonly<Record<FileKind, string>> = {
  pictures: "pictures",
  audio_video: "audio and video",
  pdf: "PDF",
  text: "text",
  office: "office documents",
  archives: "archives",
};

/**
 * Returns why a file has none of the allowed kinds, or null if it has one. [] allows every kind.
 * `type` is the media type of the content. `ending` is the extension in lower case.
 */
export function validateFileKind(
  kinds: readonly FileKind[],
  { type, ending }: { readonly type: string; readonly ending: string },
): string | null {
  if (kinds.length === 0) return null;
  const kindOfName = kindByExtension.get(ending);
  const contentKind = getContentKind(type, kindOfName);
  if (
    contentKind !== null &&
    kinds.includes(contentKind) &&
    (kindOfName === undefined || kinds.includes(kindOfName))
  )
    return null;
  return `Only these kinds of files are taken: ${fileKinds
    .filter((kind) => kinds.includes(kind))
    .map((kind) => kindNames[kind])
    .join(", ")}.`;
}

/** Returns the `accept` attribute of a file input, or undefined if every kind is allowed. */
export function toAcceptAttribute(kinds: readonly FileKind[]): string | undefined {
  if (kinds.length === 0) return undefined;
  return kinds
    .flatMap((kind) => [
      ...mediaTypes[kind],
      ...extensions[kind].map((extension) => `.${extension}`),
    ])
    .join();
}

function getContentKind(type: string, kindOfName: FileKind | undefined): FileKind | null {
  if (type.startsWith("image/")) return "pictures";
  if (/^(?:audio|video)\//.test(type) || audioVideoTypes.has(type)) return "audio_video";
  if (type === "application/pdf") return "pdf";
  if (type.startsWith("text/")) return "text";
  if (officeTypes.test(type)) return "office";
  if (!archiveTypes.has(type)) return null;
  // Office documents are zip archives too. The first bytes of a large one do not show the
  // difference, so the name decides.
  return type === "application/zip" && kindOfName === "office" ? "office" : "archives";
}
const audioVideoTypes: ReadonlySet<string> = new Set([
  "application/ogg",
  "application/mxf",
  "application/vnd.ms-asf",
  "application/vnd.rn-realmedia",
]);
const officeTypes =
  /^application\/(?:rtf|x-cfb|msword|vnd\.visio|vnd\.apple\.(?:keynote|numbers|pages)|vnd\.oasis\.opendocument\..+|vnd\.openxmlformats-officedocument\..+)$/;
const archiveTypes: ReadonlySet<string> = new Set(
  "zip gzip zstd lzip x-7z-compressed x-rar-compressed x-tar x-bzip2 x-xz x-lz4 x-lzh-compressed x-compress x-arj x-ace-compressed x-cpio"
    .split(" ")
    .map((name) => `application/${name}`),
);
