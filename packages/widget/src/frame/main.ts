import {
  bridgeHello,
  type MessageToTeaser,
  type MessageToPage,
  type MessageToWindow,
} from "../bridge.ts";
import { startChatWindow } from "./app.ts";

/** Sends the hello message to the parent and waits for its port. Ignores other messages. */
function start(): void {
  window.addEventListener("message", (event) => {
    const port = event.ports[0];
    if (event.source !== window.parent || event.data !== bridgeHello || port === undefined) return;
    let app: ReturnType<typeof startChatWindow> | null = null;
    const post = (message: MessageToPage): void => port.postMessage(message);
    port.onmessage = ({ data }: MessageEvent<MessageToWindow | MessageToTeaser>) => {
      if (data.type === "start") app = startChatWindow(data, event.origin, post);
      else if (data.type === "teaser")
        void import("./teaser.tsx").then(({ showTeaser }) => showTeaser(data, port));
      else void app?.then(({ onPageMessage }) => onPageMessage(data));
    };
  });
  window.parent.postMessage(bridgeHello, "*");
}
start();
