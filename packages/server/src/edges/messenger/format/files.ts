import type { Product } from "../products.ts";

const mib = 1024 * 1024;
export type AttachmentType = "image" | "video" | "audio" | "file";

/** How the service accepts a file: the type of its attachment, and the type of the upload. */
export interface AcceptedFile {
  readonly attachment: AttachmentType;
  readonly type: string;
}

const types: readonly {
  readonly attachment: AttachmentType;
  readonly pattern: RegExp;
  readonly maxBytes: number;
}[] = [
  { attachment: "image", pattern: /^image\/(?:png|jpeg|gif)$/, maxBytes: 8 * mib },
  {
    attachment: "video",
    pattern: /^video\/(?:mp4|ogg|x-msvideo|quicktime|webm)$/,
    maxBytes: 25 * mib,
  },
  {
    attachment: "audio",
    pattern: /^audio\/(?:aac|mp4|x-m4a|wav|x-wav|mpeg)$/,
    maxBytes: 25 * mib,
  },
];
/** Sounds that Messenger accepts and Instagram does not. */
const messengerOnly = new Set(["audio/mpeg"]);

/** Returns how the service accepts a file of `size` bytes (ME-021). null: by link only. */
export function findAcceptedFile(
  { documents }: Product,
  file: { readonly type: string; readonly size: number },
): AcceptedFile | null {
  const type = file.type.split(";")[0]?.trim() ?? "";
  const found = types.find(({ pattern, maxBytes }) => pattern.test(type) && file.size <= maxBytes);
  const isAllowed = documents === null || !messengerOnly.has(type);
  if (found !== undefined && isAllowed) return { attachment: found.attachment, type };
  const isDocument = documents === null || documents.includes(type);
  return isDocument && file.size <= 25 * mib ? { attachment: "file", type } : null;
}
