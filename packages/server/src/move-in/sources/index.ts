import type { SourceRegistry } from "../source.ts";
import { openChatwoot } from "./chatwoot/index.ts";
import { openCsv } from "./csv/index.ts";
import { openJsonLines } from "./jsonl/index.ts";

/** The systems that Parlour can read. */
export const sources: SourceRegistry = {
  jsonl: openJsonLines,
  csv: openCsv,
  chatwoot: openChatwoot,
};
