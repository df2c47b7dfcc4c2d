import type { MoveSystem } from "@parlour/protocol/move-in/record";

/** How a system is connected. */
export interface Connection {
  readonly system: MoveSystem;
  readonly name: string;
  /** Short sign on its card. */
  readonly sign: string;
  /** Types of its files, as in `accept` of an input. Absent: it has no files. */
  readonly files?: string;
  /** Whether it is reached by an address and a token. */
  readonly hasApi?: true;
}

const exportFiles = ".json,.jsonl,.ndjson,.txt,.gz,.zip";

/** The systems that Parlour can read, in the order of their cards. */
export const connections: readonly Connection[] = [
  { system: "chatwoot", name: "Chatwoot", sign: "Cw", hasApi: true },
  { system: "rocketchat", name: "Rocket.Chat", sign: "Rc", hasApi: true },
  {
    system: "livehelperchat",
    name: "Live Helper Chat",
    sign: "Lh",
    files: `.sql,${exportFiles}`,
    hasApi: true,
  },
  { system: "jivochat", name: "JivoChat", sign: "Ji", files: exportFiles },
  { system: "intercom", name: "Intercom", sign: "In", files: exportFiles },
  { system: "zendesk", name: "Zendesk", sign: "Zd", files: exportFiles },
  { system: "crisp", name: "Crisp", sign: "Cr", files: exportFiles },
  { system: "tawkto", name: "tawk.to", sign: "ta", files: exportFiles },
  { system: "jsonl", name: "JSON Lines", sign: "{ }", files: ".jsonl,.ndjson,.json,.txt" },
  { system: "csv", name: "CSV", sign: "a,b", files: ".csv,.tsv,.txt,text/csv" },
];

/** Returns the name of a system, which is the same in every language. */
export const toSystemName = (system: MoveSystem): string =>
  connections.find((one) => one.system === system)?.name ?? system;
