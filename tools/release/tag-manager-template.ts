import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../source.ts";

/** Copies the template for Google Tag Manager. Returns the name of the file to import there. */
export function packTagManagerTemplate(out: string): string {
  const name = "parlour-tag-manager.tpl";
  copyFileSync(join(root, "plugins/tag-manager/template.tpl"), join(out, name));
  return name;
}
