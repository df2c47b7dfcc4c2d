import { defaultLimits } from "@parlour/protocol/config/limits";
import { refusedExtensions } from "@parlour/protocol/channel/refused-extensions";

/** Why a file is rejected before the upload. The server also checks its content (CORE-060). */
export type UploadRefusal = "empty" | "too_big" | "active";

/** Maximum size of one file in MiB, used until the server has sent its limit (API-292). */
export const defaultUploadMib = defaultLimits.upload_mib;
/** Maximum number of attachments in the composer of one chat. */
export const maxAttachments = 10;

/** Checks a file before the upload. Returns null if it is allowed. `maxMib`: the server's limit. */
export function validateFile(
  { name, size, type }: { name: string; size: number; type: string },
  maxMib: number = defaultUploadMib,
): UploadRefusal | null {
  if (size === 0) return "empty";
  if (size > maxMib * 1024 * 1024) return "too_big";
  const extension = /\.([^.\s]+)[.\s]*$/u.exec(name)?.[1]?.toLowerCase();
  if (extension !== undefined && refusedExtensions.has(extension)) return "active";
  return /^(?:text\/html|application\/xhtml\+xml|image\/svg\+xml|(?:text|application)\/(?:xml|javascript))\b/i.test(
    type,
  )
    ? "active"
    : null;
}
