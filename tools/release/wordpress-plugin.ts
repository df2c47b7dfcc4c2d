import { createWriteStream, readdirSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import yazl from "yazl";
import { root } from "../source.ts";

const pluginName = "parlour-chat";

/** Packs the plug-in for WordPress. Returns the name of the file, which WordPress installs. */
export async function packWordPressPlugin(out: string): Promise<string> {
  const folder = join(root, "plugins/wordpress", pluginName);
  const zip = new yazl.ZipFile();
  for (const name of readdirSync(folder).toSorted())
    // The same files have the same bytes at any time.
    zip.addFile(join(folder, name), `${pluginName}/${name}`, {
      mtime: new Date(0),
      mode: 0o100644,
    });
  zip.addFile(join(root, "LICENSE"), `${pluginName}/LICENSE`, {
    mtime: new Date(0),
    mode: 0o100644,
  });
  zip.end();
  const name = `${pluginName}.zip`;
  await pipeline(zip.outputStream, createWriteStream(join(out, name)));
  return name;
}
