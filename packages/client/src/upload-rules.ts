import { defaultLimits } from "@parlour/protocol/limits";
import { refusedEndings } from "@parlour/protocol/refused-endings";

/** Why a file is not even sent. The server looks again, at the content (CORE-060). */
export type UploadRefusal = "empty" | "too_big" | "active";

/** MiB of one file, until the server has said what it takes (API-041). */
export const usualUploadMib = defaultLimits.upload_mib;
/** Files of one chat that wait to be sent together. */
export const mostStaged = 10;

/** What is wrong with a file before it is sent, or null. `mostMib`: what the server takes. */
export function refusalOfFile(
  { name, size, type }: { name: string; size: number; type: string },
  mostMib: number = usualUploadMib,
): UploadRefusal | null {
  if (size === 0) return "empty";
  if (size > mostMib * 1024 * 1024) return "too_big";
  const ending = /\.([^.\s]+)[.\s]*$/u.exec(name)?.[1]?.toLowerCase();
  if (ending !== undefined && refusedEndings.has(ending)) return "active";
  return /^(?:text\/html|application\/xhtml\+xml|image\/svg\+xml|(?:text|application)\/(?:xml|javascript))\b/i.test(type) ? "active" : null;
}
