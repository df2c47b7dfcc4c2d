import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Channel } from "@parlour/protocol";
import type { WidgetSettingsPatch } from "@parlour/protocol/settings/widget-settings";
import { encodeForm, upload, type UploadForm } from "./files-fixture.ts";
import { openWidgetFixture, type WidgetFixture } from "./widget-fixture.ts";

/** The kinds of files that visitors may send (CORE-167). */
let fixture: WidgetFixture;
let png: Buffer;
beforeAll(async () => {
  fixture = await openWidgetFixture();
  png = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#0b6b5d" } })
    .png()
    .toBuffer();
});
afterAll(() => fixture.close());

const pdf = "%PDF-1.7\n%\u00e2\u00e3\n1 0 obj\n<<>>\nendobj\n";
// An archive with one empty entry.
const zip = Buffer.concat([
  Buffer.from("PK\u0003\u0004\u0014\u0000", "latin1"),
  Buffer.alloc(20),
  Buffer.from([1, 0, 0, 0]),
  Buffer.from("a"),
]);

async function createVisitorUpload(
  widget: Channel,
): Promise<(form: UploadForm) => Promise<readonly [number, string]>> {
  const { token } = await (
    await fixture.openWindow({ widget_id: widget.public_id })
  ).waitForWelcome();
  return async (form) => {
    const { bytes, type } = encodeForm(form);
    const headers = { authorization: `Bearer ${token ?? ""}`, "content-type": type };
    const answer = await fetch(`${fixture.parlour.url}/widget/uploads`, {
      method: "POST",
      body: new Uint8Array(bytes),
      headers,
    });
    const body = (await answer.json()) as { error?: { message: string } };
    return [answer.status, body.error?.message ?? ""];
  };
}
const readScript = async ({ public_id }: Channel): Promise<string> =>
  (await fixture.parlour.call("GET", `/widget/${public_id}.js`)).text;

test("[CORE-167] without chosen kinds every kind is taken, and the picker offers all", async () => {
  const send = await createVisitorUpload(fixture.widget);
  expect((fixture.widget.widget as { file_kinds?: unknown }).file_kinds).toEqual([]);
  for (const form of [
    { name: "a.png", bytes: png },
    { name: "a.zip", bytes: zip },
    { name: "a.bin", bytes: Buffer.from([0, 1, 2, 250]) },
  ])
    expect((await send(form))[0]).toBe(201);
  expect(await readScript(fixture.widget)).not.toContain('"accept"');
});

test("[CORE-167] only the chosen kinds are taken from visitors, by content; operators are not limited", async () => {
  const widget = await fixture.createWidget("Pictures and PDF", {
    file_kinds: ["pictures", "pdf"],
  });
  const send = await createVisitorUpload(widget);
  expect(await send({ name: "a.png", bytes: png })).toEqual([201, ""]);
  expect(await send({ name: "a", bytes: png })).toEqual([201, ""]);
  expect(await send({ name: "a.pdf", bytes: pdf })).toEqual([201, ""]);
  const refused = [415, "Only these kinds of files are taken: pictures, PDF."];
  expect(await send({ name: "a.zip", bytes: zip })).toEqual(refused);
  // The content decides, not the file name or the type that the browser sends.
  expect(await send({ name: "a.png", bytes: zip, type: "image/png" })).toEqual(refused);
  expect(await send({ name: "a.png", bytes: "hello", type: "image/png" })).toEqual(refused);
  expect(await send({ name: "a.zip", bytes: png })).toEqual(refused);
  // Kinds that are refused everywhere have their own message.
  expect((await send({ name: "a.exe", bytes: png }))[1]).toBe(
    "Files of the kind .exe are not accepted.",
  );
  expect((await upload(fixture.parlour.owner.call, { name: "a.zip", bytes: zip })).status).toBe(
    201,
  );
  const script = await readScript(widget);
  expect(script).toContain('"accept":"image/*,.png,');
  expect(script).not.toContain("file_kinds");
});

test("[CORE-167] [WG-090] the setting takes known kinds, each once; a change is in force and in the audit log", async () => {
  const widget = await fixture.createWidget("Changing");
  const send = await createVisitorUpload(widget);
  const set = (file_kinds: unknown) =>
    fixture.parlour.owner.call("PATCH", `channels/${widget.id}`, {
      widget: { file_kinds } as WidgetSettingsPatch,
    });
  for (const wrong of [["films"], ["pdf", "pdf"], "pdf", null])
    expect((await set(wrong)).status).toBe(400);
  expect((await send({ name: "a.zip", bytes: zip }))[0]).toBe(201);
  expect((await set(["text"])).body.widget.file_kinds).toEqual(["text"]);
  expect((await send({ name: "a.zip", bytes: zip }))[0]).toBe(415);
  expect((await send({ name: "a.txt", bytes: "hello" }))[0]).toBe(201);
  const [entry] = (await fixture.parlour.owner.call("GET", "audit?limit=1")).body.items;
  expect(JSON.stringify(entry)).toContain("file_kinds");
});
