/** Types of media messages, with the file types and the size in bytes that the service accepts. */
const mib = 1024 * 1024;
const mediaTypes: readonly {
  readonly name: MediaMessageType;
  readonly types: ReadonlySet<string>;
  readonly maxBytes: number;
}[] = [
  { name: "image", types: new Set(["image/jpeg", "image/png"]), maxBytes: 5 * mib },
  { name: "video", types: new Set(["video/mp4", "video/3gpp"]), maxBytes: 16 * mib },
  {
    name: "audio",
    types: new Set(["audio/aac", "audio/amr", "audio/mpeg", "audio/mp4", "audio/ogg"]),
    maxBytes: 16 * mib,
  },
];
/** Types of documents. Pictures and recordings of these types that are too large are sent so. */
const documentTypes = new Set([
  "text/plain",
  "application/pdf",
  "application/msword",
  "application/vnd.ms-excel",
  "application/vnd.ms-powerpoint",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation",
]);
const maxDocumentBytes = 100 * mib;

export type MediaMessageType = "image" | "video" | "audio" | "document";

/** Names under which `file-type` knows types of the service. */
const aliases: Readonly<Record<string, string>> = {
  "audio/x-m4a": "audio/mp4",
  "audio/vnd.dlna.adts": "audio/aac",
  "application/ogg": "audio/ogg",
  "application/x-cfb": "application/msword",
};

export interface AcceptedFile {
  readonly messageType: MediaMessageType;
  /** Type to name at the upload. */
  readonly type: string;
}

/** Returns how the service accepts a file of `size` bytes (WA-021). null: by link only. */
export function findAcceptedFile(file: {
  readonly type: string;
  readonly size: number;
}): AcceptedFile | null {
  const base = file.type.split(";")[0]?.trim() ?? "";
  const type = Object.hasOwn(aliases, base) ? (aliases[base] ?? base) : base;
  const found = mediaTypes.find((one) => one.types.has(type) && file.size <= one.maxBytes);
  if (found !== undefined) return { messageType: found.name, type };
  return documentTypes.has(type) && file.size <= maxDocumentBytes
    ? { messageType: "document", type }
    : null;
}

export const hasCaption = (type: MediaMessageType): boolean => type !== "audio";
