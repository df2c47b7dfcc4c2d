import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Channel } from "@parlour/protocol";
import type { WidgetSettingsPatch } from "@parlour/protocol/settings/widget-settings";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeForm, type UploadForm } from "./files-fixture.ts";
import { openWidgetFixture, type TestWindow, type WidgetFixture } from "./widget-fixture.ts";

/** Voice messages of visitors, over sockets without a browser. */
let fixture: WidgetFixture;
beforeAll(async () => {
  fixture = await openWidgetFixture();
});
afterAll(() => fixture.close());

const recording = {
  name: "voice-message.webm",
  bytes: readFileSync(new URL("fixtures/recording.webm", import.meta.url)),
};
const openWindow = ({ public_id }: Channel): Promise<TestWindow> =>
  fixture.openWindow({ widget_id: public_id });
async function upload(win: TestWindow, form: UploadForm) {
  const { token } = await win.waitForWelcome();
  const { bytes, type } = encodeForm(form);
  const answer = await fetch(`${fixture.parlour.url}/widget/uploads`, {
    method: "POST",
    body: new Uint8Array(bytes),
    headers: { authorization: `Bearer ${token ?? ""}`, "content-type": type },
  });
  return { status: answer.status, body: (await answer.json()) as { readonly id: number } };
}

test("[VOICE-020] [WG-290] [API-166] only a widget with voice messages may use the microphone, only one with files may ask for the screen", async () => {
  const policies = [];
  for (const settings of [{}, { voice: true }, { files: false }]) {
    const widget = await fixture.createWidget("Policy", settings);
    const page = await fetch(`${fixture.parlour.url}/widget/frame/${widget.public_id}`);
    const policy = page.headers.get("permissions-policy") ?? "";
    policies.push(policy.match(/(?:display-capture|microphone)=\([^)]*\)/g));
  }
  expect(policies).toEqual([
    ["display-capture=(self)", "microphone=()"],
    ["display-capture=(self)", "microphone=(self)"],
    ["display-capture=()", "microphone=()"],
  ]);
});

test("[VOICE-021] a widget with voice messages takes sound, and of other files what it took before", async () => {
  const statuses = [];
  for (const settings of [
    { files: false },
    { files: false, voice: true },
    { file_kinds: ["text"], voice: true },
    { voice: true },
  ] satisfies WidgetSettingsPatch[]) {
    const win = await openWindow(await fixture.createWidget("Files", settings));
    const pdf = { name: "a.pdf", bytes: "%PDF-1.7" };
    statuses.push([(await upload(win, recording)).status, (await upload(win, pdf)).status]);
  }
  expect(statuses).toEqual([
    [403, 403],
    [201, 415],
    [201, 415],
    [201, 201],
  ]);
});

test("[VOICE-022] [VOICE-001] a recording is a voice message with its length, and a file without it is sound", async () => {
  const win = await openWindow(await fixture.createWidget("Messages", { voice: true }));
  const media = [];
  for (const more of [{ voice_s: 2 }, {}]) {
    const { body } = await upload(win, recording);
    const sent = await win.request({
      type: "say",
      ref: randomUUID(),
      text: "",
      upload_id: body.id,
      ...more,
    });
    expect(sent).toMatchObject({ type: "done" });
    media.push((sent as { message: { media: object } }).message.media);
  }
  const file = { file_name: "voice-message.ogg" };
  expect(media).toMatchObject([
    { ...file, type: "voice", duration: 2 },
    { ...file, type: "audio", duration: null },
  ]);
});
