import type { PageMessage } from "../../bridge.ts";
import type { VisitorActions } from "../actions.ts";
import type { StateStore } from "../state/store.ts";
import type { PendingInvitations } from "./pending-invitations.ts";
import type { RequestFailure } from "../state/state.ts";
import type { PageData } from "./page-data.ts";
import type { ReadReceipts } from "../state/read-receipts.ts";
import type { RequestFrame } from "./requests.ts";

export interface PageMessageDeps extends StateStore {
  readonly createRef: () => string;
  readonly actions: VisitorActions;
  readonly request: (frame: RequestFrame) => Promise<RequestFailure | null>;
  readonly invitations: PendingInvitations;
  readonly readReceipts: ReadReceipts;
  readonly pageData: Pick<PageData, "handle">;
  readonly onErase: () => void;
}

/** Creates the handler for messages from the host page. */
export function createPageMessageHandler({
  model,
  set,
  createRef,
  actions,
  request,
  invitations,
  readReceipts,
  pageData,
  onErase,
}: PageMessageDeps): (message: PageMessage) => void {
  return (message) => {
    switch (message.type) {
      case "state":
        set({ ...model(), state: message.state });
        invitations.reportProgress(message.focus);
        return readReceipts.update();
      case "place":
        return set({ ...model(), phone: message.phone });
      case "look":
        return set({
          ...model(),
          dark: message.dark ?? model().dark,
          accent: message.accent ?? model().accent,
        });
      case "invite":
        return invitations.invite({
          text: message.text,
          department_id: message.department_id,
          agent: null,
          at: 0,
          by: message.by,
        });
      case "call":
        return void actions.submit(({ requestCall }) => requestCall(message.phone));
      case "offline":
        return void request({
          type: "offline",
          ref: createRef(),
          contacts: message.contacts,
          text: message.text,
        });
      case "say":
        return void actions.sendMessage(message.text, { quotes: undefined });
      case "forget":
        return onErase();
      case "unread":
        return message.port.postMessage(model());
      case "page":
      case "contacts":
      case "custom_data":
      case "attributes":
      case "user_token":
      case "replaced":
        return pageData.handle(message);
    }
  };
}
