import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { roomAt } from "../../files/room.ts";
import { dataDirOf } from "../database.ts";
import type { Finding, Surroundings } from "./finding.ts";

/** Place and rights of DATA_DIR. */
export async function disk({ config }: Surroundings): Promise<Finding[]> {
  const folder = dataDirOf(config);
  let at = resolve(folder);
  while (!existsSync(at)) at = dirname(at);
  const { isWritable, freeMib: free } = await roomAt(at);
  if (!isWritable)
    return [
      {
        check: "disk",
        state: "fault",
        message: `${at} is not writable`,
        advice: "choose another DATA_DIR, or run as the owner of this one",
      },
    ];
  const message = `${free} MiB free for ${folder}`;
  if (free < 200) return [{ check: "disk", state: "fault", message, advice: "free space: below 200 MiB messages may be refused" }];
  if (free < 2_048) return [{ check: "disk", state: "warning", message, advice: "plan for more space: files and history grow" }];
  return [{ check: "disk", state: "good", message }];
}
