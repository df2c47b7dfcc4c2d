import type { MoveSystem } from "@parlour/protocol/move-in/record";

/** Names of other systems for people. */
export const systemNames: Readonly<Record<MoveSystem, string>> = {
  chatwoot: "Chatwoot",
  rocketchat: "Rocket.Chat",
  livehelperchat: "Live Helper Chat",
  jivochat: "JivoChat",
  intercom: "Intercom",
  zendesk: "Zendesk",
  crisp: "Crisp",
  tawkto: "tawk.to",
  jsonl: "a file",
  csv: "a file",
};
