import type { WidgetClientFrame, WidgetHello, WidgetServerFrame } from "@parlour/protocol/widget";

export interface VisitorWindow {
  /** Sends a frame and waits for `done`. */
  sendAndWait(frame: Extract<WidgetClientFrame, { ref: string }>): Promise<void>;
  close(): void;
}

/**
 * Opens the connection of a chat window without a browser. Screens for operators then show its
 * visitor, calls and offline messages.
 */
export async function openVisitorWindow(
  url: string,
  widget: string,
  name: string,
  page: Partial<WidgetHello["page"]> = {},
): Promise<VisitorWindow> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/widget/socket`);
  const waitForFrame = (
    matches: (frame: WidgetServerFrame) => boolean,
  ): Promise<WidgetServerFrame> =>
    new Promise((resolve, reject) => {
      const onMessage = (event: MessageEvent): void => {
        const frame = JSON.parse(String(event.data)) as WidgetServerFrame;
        if (!matches(frame)) return;
        socket.removeEventListener("message", onMessage);
        resolve(frame);
      };
      socket.addEventListener("message", onMessage);
      socket.addEventListener("close", () => reject(new Error("the visitor's socket was closed")), {
        once: true,
      });
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
  await waitForFrame(({ type }) => type === "welcome");
  const sendAndWait: VisitorWindow["sendAndWait"] = async (frame) => {
    const answer = waitForFrame((one) => "ref" in one && one.ref === frame.ref);
    send(frame);
    const { type } = await answer;
    if (type !== "done") throw new Error(`${frame.type} was answered with ${type}`);
  };
  await sendAndWait({ type: "contacts", ref: "name", contacts: { name }, by: "visitor" });
  return { sendAndWait, close: () => socket.close() };
}
