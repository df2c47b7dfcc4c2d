import type { WidgetClientFrame, WidgetHello, WidgetServerFrame } from "@parlour/protocol/widget";

export interface VisitorWindow {
  /** Sends a frame and waits for `done`. */
  ask(frame: Extract<WidgetClientFrame, { ref: string }>): Promise<void>;
  close(): void;
}

/**
 * Opens the connection of a chat window without a browser. Screens for operators then show its
 * visitor, calls and offline messages.
 */
export async function openWindow(
  url: string,
  widget: string,
  name: string,
  page: Partial<WidgetHello["page"]> = {},
): Promise<VisitorWindow> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/widget/socket`);
  const heard = (is: (frame: WidgetServerFrame) => boolean): Promise<WidgetServerFrame> =>
    new Promise((resolve, reject) => {
      const hear = (event: MessageEvent): void => {
        const frame = JSON.parse(String(event.data)) as WidgetServerFrame;
        if (!is(frame)) return;
        socket.removeEventListener("message", hear);
        resolve(frame);
      };
      socket.addEventListener("message", hear);
      socket.addEventListener("close", () => reject(new Error("the visitor's socket was closed")), { once: true });
    });
  const send = (frame: WidgetClientFrame): void => socket.send(JSON.stringify(frame));
  socket.addEventListener("open", () => {
    send({
      type: "hello",
      widget_id: widget,
      token: null,
      user_token: null,
      after: null,
      page: {
        url: "https://shop.example/teapots",
        title: "Teapots",
        referrer: "",
        first: "https://shop.example/",
        visits: 1,
        pages: 2,
        ...page,
      },
      language: "en",
      origin: "https://shop.example",
    });
  });
  await heard(({ type }) => type === "welcome");
  const ask: VisitorWindow["ask"] = async (frame) => {
    const answer = heard((one) => "ref" in one && one.ref === frame.ref);
    send(frame);
    const { type } = await answer;
    if (type !== "done") throw new Error(`${frame.type} was answered with ${type}`);
  };
  await ask({ type: "contacts", ref: "name", contacts: { name }, by: "visitor" });
  return { ask, close: () => socket.close() };
}
