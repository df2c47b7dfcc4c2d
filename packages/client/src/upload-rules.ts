import { defaultLimits } from "@parlour/protocol/limits";

/** Why a file is not even sent. The server looks again, at the content (CORE-060). */
export type UploadRefusal = "empty" | "too_big" | "active";

/** MiB; an instance may have set another size, which the server then says. */
export const largestUploadMib = defaultLimits.upload_mib;
/** Files of one chat that wait to be sent together. */
export const mostStaged = 10;

/** Pages, scripts and programs by name, as the server lists them (files/sniff.ts). */
const active = new Set(
  (
    "htm html shtml xhtml xht mht mhtml hta svg svgz xml xsl xslt xsd dtd rdf rss atom " +
    "js mjs cjs jse ts tsx jsx vbs vbe vb wsf wsh ws ps1 psm1 psd1 bat cmd sh bash zsh csh ksh fish command py pyc pyw rb pl pm php phtml php3 php4 php5 phar asp aspx jsp jspx cgi lua tcl swf " +
    "exe com dll scr msi msp msc cpl pif sys drv ocx jar class war apk aab ipa app pkg deb rpm run elf so dylib appimage gadget reg lnk inf scf url desktop jnlp hlp chm xpi crx wasm"
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
