import * as auth from "../auth/index.ts";
import { markRead, readDayFigures } from "../api/index.ts";
import { parseJson } from "../http/body/json.ts";
import { createVisitorHostCheck } from "../http/origins.ts";
import { openRealtime, type Realtime } from "../realtime/index.ts";
import { findChatParticipants } from "../store/chats/chat.ts";
import {
  createLiveBoards,
  createViewCounts,
  type LiveBoards,
  type ViewCounts,
} from "../views/index.ts";
import type { BaseServices } from "./base.ts";
import type { TestHooks } from "./server-options.ts";

/** Creates sessions and sockets. Each notifies the other when a session ends. */
export function createAuthAndSockets(
  base: BaseServices,
  egress: auth.AuthDeps["egress"],
  { hashCost }: TestHooks,
): {
  authService: auth.Auth;
  realtime: Realtime;
  live: {
    readonly viewCounts: ViewCounts;
    readonly boards: LiveBoards;
    settle(): Promise<void>;
    close(): void;
  };
} {
  const { clock, log, limits, journal, db, pools, addresses } = base;
  const { reader } = pools;
  const authService = auth.createAuth({
    db,
    clock,
    limits,
    origins: () => addresses().origins,
    publicUrl: () => addresses().publicUrl,
    secrets: base.secrets,
    egress,
    openedAddresses: {
      note: (opened) => base.environment.noteWrongAddress(opened),
      mayTake: () => base.config.publicUrl === null,
      async onTaken(account) {
        // Other nodes read the settings again when they receive the entry.
        await journal.change(account, () =>
          Promise.resolve({ result: undefined, changed: [{ kind: "instance", id: null }] }),
        );
        await base.instance.refresh();
      },
    },
    announce: (account, operatorId) =>
      journal.change(account, () =>
        Promise.resolve({ result: undefined, changed: [{ kind: "operator", id: operatorId }] }),
      ),
    log,
    cluster: base.cluster,
    hashCost,
  });
  const realtime = openRealtime({
    journal,
    cluster: base.cluster,
    auth: authService,
    clock,
    limits,
    log,
    parseJson,
    isVisitorHost: createVisitorHostCheck(addresses().publicUrl, addresses().widgetUrl),
    findChat: (account, id) => findChatParticipants(reader, account, id),
    markRead: (principal, chatId, seq) =>
      markRead({ reader, sql: db, realtime }, principal, chatId, seq),
  });
  const viewCounts = createViewCounts({ ...base, reader, sockets: realtime.connected });
  const boards = createLiveBoards({
    ...base,
    reader,
    presence: realtime.presence,
    boards: realtime.boards,
    readFigures: readDayFigures,
  });
  const settle = async (): Promise<void> => {
    await viewCounts.settle();
    await boards.settle();
  };
  const close = (): void => {
    viewCounts.close();
    boards.close();
  };
  return { authService, realtime, live: { viewCounts, boards, settle, close } };
}
