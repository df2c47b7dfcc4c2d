import { expect, test } from "vitest";
import type { WidgetServerFrame } from "@parlour/protocol/widget";
import { testWidgetSettings } from "./testing/fake-server.fixture.ts";
import { createPreviewSocket } from "./preview-socket.ts";

test("[WG-090] settings that are looked at have a server of their own: it welcomes, takes everything, and makes no visitor", async () => {
  const received: WidgetServerFrame[] = [];
  const preview = { mode: "offline", departments: [{ id: 3, name: "Orders" }] } as const;
  const socket = createPreviewSocket(
    { ...testWidgetSettings, calls: true, preview },
    {
      onOpen: () => undefined,
      onMessage: (text) => received.push(JSON.parse(text) as WidgetServerFrame),
      onClose: () => undefined,
    },
  );
  const send = async (frame: object): Promise<void> => {
    socket.send(JSON.stringify(frame));
    await Promise.resolve();
  };
  await send({ type: "hello" });
  await send({ type: "say", ref: "r1", text: "hi" });
  await send({ type: "call", ref: "r2", phone: "+442079460018" });
  await send({ type: "offline", ref: "r3", text: "hi", contacts: {} });
  await send({ type: "typing", typing: true });
  expect(received.map((one) => one.type)).toEqual([
    "welcome",
    "done",
    "chat",
    "done",
    "call",
    "done",
  ]);
  expect(received[0]).toMatchObject({
    token: null,
    situation: {
      mode: "offline",
      call: "ok",
      departments: [{ id: 3, name: "Orders", online: false }],
    },
  });
  expect(received[1]).toMatchObject({ message: { client_id: "r1", text: "hi" } });
});
