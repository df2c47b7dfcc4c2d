import type { SourceRegistry } from "../source.ts";
import { openChatwoot } from "./chatwoot/index.ts";
import { openCrisp } from "./crisp/index.ts";
import { openCsv } from "./csv/index.ts";
import { openIntercom } from "./intercom/index.ts";
import { openJivochat } from "./jivochat/index.ts";
import { openJsonLines } from "./jsonl/index.ts";
import { openLivehelperchat } from "./livehelperchat/index.ts";
import { openRocketChat } from "./rocketchat/index.ts";
import { openTawkto } from "./tawkto/index.ts";
import { openZendesk } from "./zendesk/index.ts";

/** The systems that Parlour can read. */
export const sources: SourceRegistry = {
  livehelperchat: openLivehelperchat,
  jivochat: openJivochat,
  intercom: openIntercom,
  zendesk: openZendesk,
  crisp: openCrisp,
  tawkto: openTawkto,
  jsonl: openJsonLines,
  csv: openCsv,
  chatwoot: openChatwoot,
  rocketchat: openRocketChat,
};
