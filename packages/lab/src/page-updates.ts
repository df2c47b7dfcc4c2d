import type { ServerResponse } from "node:http";
import { securityHeaders } from "./page.ts";
import type { LabState } from "./state.ts";

const maxViewers = 16;

/** Sends the whole state and then all changes to each open page as server-sent events. */
export function createPageUpdates(state: LabState): (response: ServerResponse) => void {
  let viewers = 0;
  return (response) => {
    if (viewers >= maxViewers) {
      response.writeHead(503, securityHeaders).end();
      return;
    }
    viewers += 1;
    response.writeHead(200, { ...securityHeaders, "content-type": "text/event-stream" });
    const send = (change: unknown) => {
      // A page that does not read is disconnected. After its reconnect it receives the whole state
      // again.
      if (response.writableLength > 8_388_608) response.destroy();
      else response.write(`data: ${JSON.stringify(change)}\n\n`);
    };
    for (const change of state.snapshot()) send(change);
    const stop = state.subscribe(send);
    response.on("close", () => {
      viewers -= 1;
      stop();
    });
  };
}
