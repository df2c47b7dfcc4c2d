import { text } from "node:stream/consumers";
import { openPromise } from "yauzl";

/** What stands in an account's archive, unpacked: the text of each entry by its name. Of a packed file no word can be found. */
export async function archiveTexts(path: string): Promise<Map<string, string>> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  const texts = new Map<string, string>();
  for await (const entry of zip.eachEntry()) texts.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  zip.close();
  return texts;
}
