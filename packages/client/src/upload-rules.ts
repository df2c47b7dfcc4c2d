import { defaultLimits } from "@parlour/protocol/limits";

/** Why a file is not even sent. The server looks again, at the content (CORE-060). */
export type UploadRefusal = "empty" | "too_big" | "active";

/** MiB; an instance may have set another size, which the server then says. */
export const largestUploadMib = defaultLimits.upload_mib;
/** Files of one chat that wait to be sent together. */
export const mostStaged = 10;

/** Pages, scripts and programs by name: what a browser or a system would run. */
const active = new Set(
  (
    "html htm xhtml xht shtml mhtml mht hta svg svgz xml xsl xslt js mjs cjs jse ts tsx jsx wasm vbs vbe wsf wsh ps1 psm1 sh bash zsh csh ksh bat cmd " +
    "com exe msi msix msp dll scr cpl pif jar apk app appimage deb rpm dmg pkg py pyc pl rb php phtml phar lnk reg url"
  ).split(" "),
);

/** What is wrong with a file before it is sent, or null. */
export function refusalOfFile({ name, size, type }: { name: string; size: number; type: string }): UploadRefusal | null {
  if (size === 0) return "empty";
  if (size > largestUploadMib * 1024 * 1024) return "too_big";
  const ending = /\.([^.\s]+)[.\s]*$/u.exec(name)?.[1]?.toLowerCase();
  if (ending !== undefined && active.has(ending)) return "active";
  return /^(?:text\/html|application\/xhtml\+xml|image\/svg\+xml|(?:text|application)\/(?:xml|javascript))\b/i.test(type) ? "active" : null;
}
