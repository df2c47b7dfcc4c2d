import { text } from "node:stream/consumers";
import * as yauzl from "yauzl";

/** Returns the entries of a zip file as text, by name. */
export async function unzip(bytes: Buffer): Promise<ReadonlyMap<string, string>> {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
  const entries = new Map<string, string>();
  for await (const entry of zip.eachEntry())
    entries.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  return entries;
}
