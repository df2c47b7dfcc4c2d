import { afterAll, beforeAll, expect, test } from "vitest";
import type { WidgetClientFrame } from "@parlour/protocol/widget";
import {
  openChatWindowFixture,
  silentServer,
  waitUntilReady,
  availability,
  createWelcome,
  type ChatWindowFixture,
} from "./chat-window-fixture.ts";

/** Files that are chosen, pasted or dropped in the chat window. */
let fixture: ChatWindowFixture;
beforeAll(async () => {
  fixture = await openChatWindowFixture();
});
afterAll(() => fixture.close());

test("[WG-082] [WG-087] a file that is chosen before the first welcome goes with it, and leaves what is half written", async () => {
  const sentFrames: WidgetClientFrame[] = [];
  const win = await fixture.open({ handleFrame: (frame) => void sentFrames.push(frame) });
  const { frame, page } = win;
  await waitUntilReady(win);
  await page.route("**/widget/uploads", (route) =>
    route.fulfill({ status: 201, json: { id: 7, name: "note.txt" } }),
  );
  const text = frame.getByRole("textbox", { name: "Message" });
  await text.fill("half a");
  const input = frame.locator('input[type="file"]').first();
  await input.setInputFiles({
    name: "note.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("a crack from the rim"),
  });
  await frame.getByText("note.txt").waitFor();
  // Cancelling the file chooser keeps earlier files.
  await input.setInputFiles([]);
  await win.sendFrames(createWelcome());
  await expect
    .poll(() => sentFrames.filter((one) => one.type === "say"))
    .toMatchObject([{ text: "", upload_id: 7 }]);
  expect(await text.inputValue()).toBe("half a");
  expect(win.faults).toEqual([]);
  await win.context.close();
});

test("[WG-087] [WG-002] files chosen one after the other while the part that sends them is loaded: each is sent, in order", async () => {
  const win = await fixture.open(silentServer);
  const { frame, page } = win;
  await waitUntilReady(win);
  await page.route("**/widget/uploads", (route) => route.fulfill({ status: 415 }));
  await win.sendFrames(createWelcome());
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/Uploads[^/]*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  const scriptRequest = page.waitForRequest(/\/Uploads[^/]*\.js$/);
  const input = frame.locator("input[type=file]").first();
  const file = (name: string) => ({
    name,
    mimeType: "text/plain",
    buffer: Buffer.from("a crack from the rim"),
  });
  await input.setInputFiles([file("one.txt"), file("two.txt")]);
  await scriptRequest;
  await input.setInputFiles(file("three.txt"));
  release();
  const uploads = frame.locator(".pw-uploads li");
  await expect
    .poll(() =>
      uploads
        .filter({ hasText: /(?:not|n't) accepted/ })
        .locator("bdi")
        .allTextContents(),
    )
    .toEqual(["one.txt", "two.txt", "three.txt"]);
  expect(win.faults).toEqual([]);
  await win.context.close();
});

test("[WG-087] a pasted picture is sent, a pasted table is text; a dropped file never leads the page away, also where none is taken", async () => {
  const win = await fixture.open(silentServer);
  const { frame, page } = win;
  await waitUntilReady(win);
  await page.route("**/widget/uploads", (route) => route.fulfill({ status: 415 }));
  await win.sendFrames(createWelcome());
  /** Whether the browser's default action is kept. */
  const dispatchEvent = (type: "paste" | "dragover" | "drop", html: string) =>
    frame
      .locator(".pw-comp textarea, .pw-win")
      .last()
      .evaluate(
        (at, [name, text]) => {
          const data = new DataTransfer();
          data.items.add(new File(["x"], `${name.padEnd(200, "g")}.png`, { type: "image/png" }));
          data.setData("text/html", text);
          const how = { bubbles: true, cancelable: true };
          return at.dispatchEvent(
            name === "paste"
              ? new ClipboardEvent(name, { ...how, clipboardData: data })
              : new DragEvent(name, { ...how, dataTransfer: data }),
          );
        },
        [type, html] as const,
      );
  const uploads = frame.locator(".pw-uploads li");
  expect(await dispatchEvent("paste", "<table><tr><td>7781</td></tr></table>")).toBe(true);
  expect(
    await dispatchEvent("paste", '<meta charset="utf-8"><img src="https://shop.example/bowl.png">'),
  ).toBe(false);
  expect(await dispatchEvent("dragover", "")).toBe(false);
  await frame.getByText("Drop files here").waitFor();
  expect(await dispatchEvent("drop", "")).toBe(false);
  await expect
    .poll(() => uploads.filter({ hasText: /(?:not|n't) accepted/ }).allTextContents())
    .toEqual([expect.stringContaining("pasteg"), expect.stringContaining("dropg")]);
  // The remove button stays inside the window for any length of file name.
  const right = (await frame.locator(".pw-win").boundingBox())?.width ?? 0;
  const removes = await uploads.getByRole("button", { name: "Remove" }).all();
  expect(removes).toHaveLength(2);
  for (const remove of removes)
    expect(((await remove.boundingBox())?.x ?? 9999) + 44).toBeLessThanOrEqual(right);
  // The eleventh file is refused with a message.
  const more = Array.from({ length: 9 }, (_, n) => ({
    name: `${n}.png`,
    mimeType: "image/png",
    buffer: Buffer.from("x"),
  }));
  await frame.locator("input[type=file]").first().setInputFiles(more);
  await uploads.nth(10).getByText("Too fast. Please wait a moment.").waitFor();
  await win.sendFrames({
    type: "situation",
    situation: { ...availability, mode: "offline", operators_online: false },
  });
  await frame.getByText("Leave us a message").waitFor();
  for (const type of ["dragover", "drop"] as const)
    expect(await dispatchEvent(type, "")).toBe(false);
  expect(await frame.getByText("Drop files here").count()).toBe(0);
  expect(await uploads.count()).toBe(11);
  expect(win.faults).toEqual([]);
  await win.context.close();
});

test("[WG-082] [WG-087] a file goes once, also when the word of its arrival comes before its progress is drawn", async () => {
  const sentFrames: WidgetClientFrame[] = [];
  const win = await fixture.open({
    handleFrame(frame, sendFrame) {
      sentFrames.push(frame);
      if (frame.type === "say") sendFrame({ type: "done", ref: frame.ref });
    },
  });
  const { frame } = win;
  await waitUntilReady(win);
  await win.sendFrames(createWelcome());
  // All events that fit between two animation frames: every message is sent and arrives.
  await frame.evaluate(() => {
    const done = { id: 7, name: "note.txt" };
    XMLHttpRequest.prototype.send = function send() {
      Object.defineProperties(this, { status: { value: 201 }, response: { value: done } });
      setTimeout(() => {
        this.upload.dispatchEvent(new ProgressEvent("progress", { loaded: 20, total: 20 }));
        setTimeout(() => this.dispatchEvent(new ProgressEvent("load")));
      });
    };
  });
  const files = ["one.txt", "two.txt"].map((name) => ({
    name,
    mimeType: "text/plain",
    buffer: Buffer.from("a crack from the rim"),
  }));
  await frame.locator('input[type="file"]').first().setInputFiles(files);
  const sent = () => sentFrames.filter((one) => one.type === "say").length;
  await expect.poll(sent).toBeGreaterThan(1);
  await frame.locator(".pw-uploads").waitFor({ state: "detached" });
  expect(sent()).toBe(2);
  expect(win.faults).toEqual([]);
  await win.context.close();
});
