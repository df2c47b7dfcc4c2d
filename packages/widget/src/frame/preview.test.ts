import { expect, test } from "vitest";
import type { WidgetServerFrame } from "@parlour/protocol/widget";
import { face } from "./fake-server.ts";
import { previewLine } from "./preview.ts";

test("[WG-090] settings that are looked at have a server of their own: it welcomes, takes everything, and makes no visitor", async () => {
  const heard: WidgetServerFrame[] = [];
  const preview = { mode: "offline", departments: [{ id: 3, name: "Orders" }] } as const;
  const line = previewLine(
    { ...face, calls: true, preview },
    { opened: () => undefined, said: (text) => heard.push(JSON.parse(text) as WidgetServerFrame), closed: () => undefined },
  );
  const say = async (frame: object): Promise<void> => {
    line.send(JSON.stringify(frame));
    await Promise.resolve();
  };
  await say({ type: "hello" });
  await say({ type: "say", ref: "r1", text: "hi" });
  await say({ type: "call", ref: "r2", phone: "+442079460018" });
  await say({ type: "offline", ref: "r3", text: "hi", contacts: {} });
  await say({ type: "typing", typing: true });
  expect(heard.map((one) => one.type)).toEqual(["welcome", "done", "chat", "done", "call", "done"]);
  expect(heard[0]).toMatchObject({
    token: null,
    situation: { mode: "offline", call: "ok", departments: [{ id: 3, name: "Orders", online: false }] },
  });
  expect(heard[1]).toMatchObject({ message: { client_id: "r1", text: "hi" } });
});
