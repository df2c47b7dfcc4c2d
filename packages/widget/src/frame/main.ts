import { hello, type ShowTeaser, type ToPage, type ToWindow } from "../bridge.ts";
import { openTalk } from "./talk.ts";

/** Greets the parent window and waits for its port. No other message of a window is handled. */
function begin(): void {
  window.addEventListener("message", (event) => {
    const port = event.ports[0];
    if (event.source !== window.parent || event.data !== hello || port === undefined) return;
    let talk: ReturnType<typeof openTalk> | null = null;
    const post = (message: ToPage): void => port.postMessage(message);
    port.onmessage = ({ data }: MessageEvent<ToWindow | ShowTeaser>) => {
      if (data.type === "start") talk = openTalk(data, event.origin, post);
      else if (data.type === "teaser") void import("./teaser.tsx").then(({ showTeaser }) => showTeaser(data, port));
      else void talk?.then(({ heard }) => heard(data));
    };
  });
  window.parent.postMessage(hello, "*");
}
begin();
