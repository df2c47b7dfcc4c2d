import { isLongRun } from "@parlour/testkit/browser";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  messageBubble,
  expectFocus,
  messageField,
  openInboxFixture,
  waitUntilLive,
  conversationPane,
  waitForServiceWorker,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { checkScreen } from "./screen-check.ts";
import { openChat } from "./screens-with-data.ts";
import { createPng, createSilentWav } from "./media-samples.ts";

let fixture: InboxFixture;
let operatorPage: OperatorPage;
beforeAll(async () => {
  fixture = await openInboxFixture({ proxied: true });
  fixture.integrator.respondWith(({ method, path }) =>
    method === "GET" && path.startsWith("/pictures/")
      ? { headers: { "content-type": "image/png" }, body: createPng(640, 480) }
      : method === "GET"
        ? { status: 404 }
        : "ok",
  );
  // Reloads without a connection need the service worker.
  operatorPage = await fixture.openOperatorPage(undefined, { cuts: true, worker: true });
});
afterAll(async () => {
  await operatorPage.checkAndClose();
  await fixture.close();
});

/** Creates a chat of the operator with a new customer. Returns its id. */
async function createChat(
  customer: string,
  more: readonly object[] = [],
  sender: object = {},
): Promise<number> {
  await fixture.parlour.sendCustomerMessage(fixture.channel, customer, "Hello", {
    sender: { name: customer, ...sender },
  });
  for (const one of more) {
    const { randomString, publicId } = fixture.channel;
    const answer = await fixture.parlour.call("POST", `/channel/${randomString}/${publicId}`, {
      sender: { id: customer },
      message: one,
    });
    expect(answer.text).toBe('{"result":"ok"}');
  }
  const { id } = await fixture.parlour.findChat(customer);
  expect((await fixture.operator.call("POST", `chats/${id}/accept`)).status).toBe(200);
  return id;
}
/** Opens a new chat in a tab of its own, for tests that cut, reload or crash it. */
async function openNewTab(
  customer: string,
  more: readonly object[] = [],
  from: Pick<OperatorPage, "openTab"> = operatorPage,
): Promise<{ id: number; page: Page }> {
  const id = await createChat(customer, more);
  const page = await from.openTab(`/inbox/mine/${id}`);
  await waitUntilLive(page);
  return { id, page };
}
/** Opens a new chat in the page of the operator. */
async function openNewChat(customer: string): Promise<{ id: number; page: Page }> {
  const id = await createChat(customer);
  const { page } = operatorPage;
  await openChat(page, id);
  return { id, page };
}
const toUpload = (name: string, buffer: Buffer, mimeType = "image/png") => ({
  name,
  buffer,
  mimeType,
});
const fileTray = (page: Page): Locator => page.getByRole("list", { name: "Files to send" });
const chooseFiles = (page: Page, ...files: ReturnType<typeof toUpload>[]): Promise<void> =>
  page.locator("input[type=file]").setInputFiles(files);
const listSentMessages = (customer: string): any[] =>
  fixture.integrator
    .messages()
    .map(({ body }) =>
      body === "" ? null : (JSON.parse(body) as { recipient?: { id: string }; message: object }),
    )
    .flatMap((one) => (one?.recipient?.id === customer ? [one.message] : []));

/** Drops or pastes files with the events of a browser. */
async function dropOrPasteFiles(
  page: Page,
  how: "drop" | "paste",
  target: string,
  files: readonly { name: string; type: string; text?: string; bytes?: number }[],
): Promise<void> {
  await page.evaluate(
    ([event, selector, list]) => {
      const transfer = new DataTransfer();
      for (const { name, type, text, bytes } of list)
        transfer.items.add(new File([text ?? new Uint8Array(bytes ?? 0)], name, { type }));
      const element = document.querySelector(selector);
      if (event === "drop") {
        for (const step of ["dragover", "drop"])
          element?.dispatchEvent(
            new DragEvent(step, { dataTransfer: transfer, bubbles: true, cancelable: true }),
          );
      } else {
        // A file that was copied in a file manager also has its name as text.
        transfer.setData("text/plain", list.map(({ name }) => name).join("\n"));
        element?.dispatchEvent(
          new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true, cancelable: true }),
        );
      }
    },
    [how, target, files] as const,
  );
}

test("[API-071] [CH-075] files by button, drop and paste go out in order, the words with the last, as media with all their fields", async () => {
  const { id, page } = await openNewChat("several");
  await chooseFiles(page, toUpload("teapot.png", createPng(640, 480)));
  await fileTray(page).getByText("teapot.png").waitFor();
  await dropOrPasteFiles(page, "drop", ".conversation .log", [
    { name: "list.csv", type: "text/csv", text: "a,b\n1,2\n" },
  ]);
  await dropOrPasteFiles(page, "paste", ".composer textarea", [
    { name: "words.txt", type: "text/plain", text: "some words" },
  ]);
  await expect.poll(() => fileTray(page).getByText("Ready to send").count()).toBe(3);
  await expect.poll(() => fileTray(page).locator("img").count()).toBe(1);
  await messageField(page).fill("here is all of it");
  await page.getByRole("button", { name: "Send as 3 messages" }).click();
  await messageBubble(page, "here is all of it").waitFor();
  await expect
    .poll(() => conversationPane(page).getByText("Delivered", { exact: true }).count())
    .toBe(3);
  await fileTray(page).waitFor({ state: "detached" });
  await expect.poll(() => messageField(page).inputValue()).toBe("");
  const out = listSentMessages("several");
  expect(out.map(({ type, file_name: name, text }) => [type, name, text ?? ""])).toEqual([
    ["photo", "teapot.png", ""],
    ["document", "list.csv", ""],
    ["document", "words.txt", "here is all of it"],
  ]);
  expect(out[0]).toMatchObject({
    width: 640,
    height: 480,
    file_size: expect.any(Number),
    thumb: expect.stringContaining("/files/"),
  });
  expect(
    (await fixture.parlour.messages(id)).filter(({ author }) => author.kind === "operator"),
  ).toHaveLength(3);
});

test("[CORE-060] what would be refused is refused before it is sent, in words; so is what the server finds", async () => {
  const { page } = await openNewChat("refused");
  let requestCount = 0;
  page.on("request", (request) => (request.url().endsWith("/uploads") ? requestCount++ : 0));
  await dropOrPasteFiles(page, "drop", ".conversation .log", [
    { name: "page.html", type: "text/html", text: "<p>" },
    { name: "empty.txt", type: "text/plain", text: "" },
    { name: "film.mp4", type: "video/mp4", bytes: 25 * 1024 * 1024 + 1 },
  ]);
  await fileTray(page).getByText("Web pages, scripts and programs cannot be sent.").waitFor();
  await fileTray(page).getByText("The file is empty.").waitFor();
  await fileTray(page).getByText("Over the 25 MB limit.").waitFor();
  expect(requestCount).toBe(0);
  // Its content does not match its file name.
  await chooseFiles(
    page,
    toUpload("harmless.txt", Buffer.from("<!doctype html><script>alert(1)</script>"), "text/plain"),
  );
  await fileTray(page).getByText("File type not allowed").waitFor();
  expect(requestCount).toBe(1);
  for (const name of ["page.html", "empty.txt", "film.mp4", "harmless.txt"])
    await fileTray(page)
      .getByRole("button", { name: `Remove ${name}` })
      .click();
  await fileTray(page).waitFor({ state: "detached" });
  await expectFocus(messageField(page));
});

test.runIf(isLongRun)(
  "[API-071] an upload shows how far it is and can be cancelled; nothing of it is sent",
  async () => {
    // `route` does not see every request that a worker passes to the network.
    const secondPage = await fixture.openOperatorPage();
    const { page } = await openNewTab("cancel", [], secondPage);
    await page.route("**/uploads", () => undefined);
    await chooseFiles(page, toUpload("slow.png", createPng(64, 64)));
    await fileTray(page).getByRole("progressbar", { name: "Uploading slow.png" }).waitFor();
    await fileTray(page).getByRole("button", { name: "Cancel upload of slow.png" }).click();
    await fileTray(page).waitFor({ state: "detached" });
    // Sent during the upload: it waits as a message and is cancelled there.
    await chooseFiles(page, toUpload("slow.png", createPng(64, 64)));
    await fileTray(page).getByRole("progressbar", { name: "Uploading slow.png" }).waitFor();
    await messageField(page).fill("see here");
    await messageField(page).press("Enter");
    const waits = conversationPane(page).locator(".bubble.sending", { hasText: "slow.png" });
    await waits.waitFor();
    await conversationPane(page).getByRole("button", { name: "Cancel" }).click();
    await waits.waitFor({ state: "detached" });
    // Cancels the file but keeps its text.
    await expect.poll(() => messageField(page).inputValue()).toBe("see here");
    await page.unroute("**/uploads");
    await messageField(page).fill("after it");
    await messageField(page).press("Enter");
    await messageBubble(page, "after it").getByText("Delivered", { exact: true }).waitFor();
    expect(listSentMessages("cancel")).toMatchObject([{ text: "after it" }]);
    await secondPage.checkAndClose();
  },
);

test("[CORE-044] [API-071] an upload in its middle survives a cut line, a reload and a crash of the tab; it is sent once", async () => {
  const { id, page } = await openNewTab("middle");
  // The worker answers the reload without a connection.
  await waitForServiceWorker(page);
  /**
   * Blocks an upload after its first bytes until `free` is called. `route` does not see every
   * request that a worker passes on.
   */
  const blockUploads = async (on: Page): Promise<() => Promise<unknown>> => {
    const line = await on.context().newCDPSession(on);
    await line.send("Network.enable");
    const pace = (bytes: number) =>
      line.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: bytes,
      });
    await pace(20);
    return () => pace(-1);
  };
  await chooseFiles(page, toUpload("stored.png", createPng(64, 64)));
  await fileTray(page).getByText("Ready to send").waitFor();
  await blockUploads(page);
  await chooseFiles(page, toUpload("middle.png", createPng(64, 64)));
  await fileTray(page).getByRole("progressbar", { name: "Uploading middle.png" }).waitFor();
  await page.reload();
  await fileTray(page).getByText("stored.png").waitFor();
  await fileTray(page).getByRole("progressbar", { name: "Uploading middle.png" }).waitFor();
  const crashed = page.waitForEvent("crash");
  await page.goto("chrome://crash").catch(() => undefined);
  await crashed;
  await page.close();
  const again = await operatorPage.openTab(`/inbox/mine/${id}`);
  await waitUntilLive(again);
  await expect.poll(() => fileTray(again).getByText("Ready to send").count()).toBe(2);
  // Sent during the upload, then the connection is lost.
  const free = await blockUploads(again);
  await chooseFiles(again, toUpload("late.png", createPng(64, 64)));
  await fileTray(again).getByRole("progressbar", { name: "Uploading late.png" }).waitFor();
  await messageField(again).fill("all three");
  await messageField(again).press("Enter");
  await messageBubble(again, "all three").getByText("late.png").waitFor();
  fixture.proxy?.setMode("cut");
  await again.getByRole("button", { name: /^Offline since/ }).waitFor();
  await again.reload();
  await free();
  fixture.proxy?.setMode("pass");
  await again.reload();
  await messageBubble(again, "all three").getByText("Delivered", { exact: true }).waitFor();
  await fileTray(again).waitFor({ state: "detached" });
  expect(listSentMessages("middle").map(({ file_name: name, text }) => [name, text ?? ""])).toEqual(
    [
      ["stored.png", ""],
      ["middle.png", ""],
      ["late.png", "all three"],
    ],
  );
  expect(
    (await fixture.parlour.messages(id)).filter(({ author }) => author.kind === "operator"),
  ).toHaveLength(3);
  await again.close();
});

test.runIf(isLongRun)(
  "[CORE-044] a file sent without a connection survives a reload and goes out once, in its turn",
  async () => {
    const { id, page } = await openNewTab("offline");
    fixture.proxy?.setMode("cut");
    await page.getByRole("button", { name: /^Offline since/ }).waitFor();
    await chooseFiles(page, toUpload("later.png", createPng(320, 200)));
    await fileTray(page).getByText("Waiting for connection").waitFor();
    await messageField(page).fill("with words");
    await messageField(page).press("Enter");
    await messageField(page).fill("and words behind");
    await messageField(page).press("Enter");
    await messageBubble(page, "with words").getByText("later.png").waitFor();
    await messageBubble(page, "and words behind").getByText("Sending").waitFor();
    fixture.proxy?.setMode("pass");
    await page.reload();
    await messageBubble(page, "with words").getByText("Delivered", { exact: true }).waitFor();
    await messageBubble(page, "and words behind").getByText("Delivered", { exact: true }).waitFor();
    expect(listSentMessages("offline").map(({ type, text }) => [type, text])).toEqual([
      ["photo", "with words"],
      ["text", "and words behind"],
    ]);
    expect(
      (await fixture.parlour.messages(id)).filter(({ author }) => author.kind === "operator"),
    ).toHaveLength(2);
    await page.close();
  },
);

test("[CH-065] every kind of media is shown by its kind, and the page loads nothing from elsewhere", async () => {
  const at = (path: string): string => `${fixture.integrator.url}${path}`;
  const { page } = operatorPage;
  const id = await createChat(
    "kinds",
    [
      {
        type: "photo",
        file: at("/pictures/big.png"),
        thumb: at("/pictures/small.png"),
        file_name: "pot.png",
        file_size: 48_213,
        width: 640,
        height: 480,
        text: "this one",
      },
      { type: "photo", file: at("/gone.png"), file_name: "gone.png", file_size: 4000, emoji: "🫖" },
      {
        type: "photo",
        file: at("/gone2.png"),
        file_name: "torn.png",
        file_size: 4000,
        width: 300,
        height: 200,
      },
      {
        type: "sticker",
        file: at("/pictures/sticker.png"),
        file_name: "s.webp",
        file_size: 900,
        emoji: "👍",
      },
      {
        type: "sticker",
        file: at("/gone3.webp"),
        file_name: "party.webp",
        file_size: 900,
        emoji: "🎉",
      },
      {
        type: "video",
        file: "https://cdn.shop.example/lid.mp4",
        file_name: "lid.mp4",
        file_size: 9_000_000,
        duration: 75,
        width: 1920,
        height: 1080,
      },
      {
        type: "audio",
        file: "https://cdn.shop.example/song.mp3",
        file_name: "song.mp3",
        file_size: 3_000_000,
        duration: 182,
        performer: "The Pots",
        title: "Boiling",
      },
      {
        type: "voice",
        file: "https://cdn.shop.example/v.ogg",
        file_name: "v.ogg",
        file_size: 30_000,
        duration: 9,
      },
      {
        type: "document",
        file: "https://cdn.shop.example/form.pdf",
        file_name: "form.pdf",
        file_size: 86_016,
        text: "signed",
      },
      { type: "location", latitude: 59.32938, longitude: 18.06871 },
    ],
    { photo: at("/pictures/face.png") },
  );
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(fixture.url) && !request.url().startsWith("blob:"))
      foreign.push(request.url());
  });
  await openChat(page, id);
  const pane = conversationPane(page);
  const shown = (name: string): Promise<boolean> =>
    pane
      .getByRole("img", { name })
      .evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0);
  /**
   * A conversation scrolls to its end while it renders. Checks it only when one of its ends is
   * visible.
   */
  const shownAt = (edge: "top" | "end", name: string) => async (): Promise<boolean> => {
    await pane
      .locator(".log")
      .evaluate(
        (log, edgeName) => (log.scrollTop = edgeName === "top" ? 0 : log.scrollHeight),
        edge,
      );
    return (await pane.getByRole("img", { name }).count()) > 0 && (await shown(name));
  };
  await pane.getByRole("link", { name: "59.32938, 18.06871" }).waitFor();
  await expect.poll(shownAt("top", "Photo: pot.png")).toBe(true);
  expect(await pane.getByRole("img", { name: "Photo: pot.png" }).getAttribute("src")).toContain(
    "small.png",
  );
  await pane.getByRole("img", { name: "Photo: gone.png" }).getByText("🫖").waitFor();
  await pane.getByRole("link", { name: "torn.png" }).waitFor();
  // The boxes reserve space before their content is loaded.
  await expect
    .poll(() => pane.locator(".picture").first().boundingBox())
    .toMatchObject({ width: 320, height: 240 });
  await pane.locator(".avatar img").first().waitFor();
  await expect.poll(shownAt("end", "Sticker: s.webp")).toBe(true);
  await pane.getByText("🎉").waitFor();
  await pane.getByText("Video · 8.6 MB · 1:15 · 1920 × 1080").waitFor();
  await pane.getByText("Audio · The Pots · song.mp3 · 2.9 MB · 3:02").waitFor();
  await pane.getByText("Voice message · 29 KB · 0:09").waitFor();
  await pane.getByText("Document · 84 KB").waitFor();
  const map = pane.getByRole("link", { name: "59.32938, 18.06871" });
  for (const link of [
    pane.getByRole("link", { name: "form.pdf" }),
    pane.getByRole("link", { name: "lid.mp4" }),
    map,
  ]) {
    expect(await link.getAttribute("rel")).toBe("noopener noreferrer nofollow");
    expect(await link.getAttribute("target")).toBe("_blank");
  }
  expect(await map.getAttribute("href")).toContain("openstreetmap.org");
  expect(foreign).toEqual([]);
  expect(await checkScreen(page, "media")).toEqual([]);

  await chooseFiles(page, toUpload("ring.wav", createSilentWav(2), "audio/wav"));
  await fileTray(page).getByText("16 KB · 0:02 · Ready to send").waitFor();
  await messageField(page).press("Enter");
  await pane.locator("audio").waitFor();
  await expect
    .poll(() => pane.locator("audio").evaluate((audio: HTMLAudioElement) => audio.duration))
    .toBe(2);
  await expect
    .poll(async () => (await fixture.parlour.messages(id)).at(-1)?.media)
    .toMatchObject({ type: "audio", duration: 2 });
  expect(foreign).toEqual([]);
});

test.runIf(isLongRun)(
  "[CH-065] a photo is enlarged in a dialog by keyboard; Esc closes it and the focus is back on the photo",
  async () => {
    const { page } = await openNewTab("light", [
      {
        type: "photo",
        file: `${fixture.integrator.url}/pictures/l.png`,
        file_name: "l.png",
        file_size: 900,
        width: 640,
        height: 480,
      },
      {
        type: "photo",
        file: `${fixture.integrator.url}/pictures/m.png`,
        file_name: "m.png",
        file_size: 900,
        width: 640,
        height: 480,
      },
    ]);
    const photo = conversationPane(page).getByRole("button", { name: "Photo: l.png" });
    await photo.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "l.png" });
    await dialog.getByRole("img", { name: "Photo: l.png" }).waitFor();
    expect(await checkScreen(page, "lightbox")).toEqual([]);
    await page.keyboard.press("ArrowRight");
    const next = page.getByRole("dialog", { name: "m.png" });
    await next.getByText("2 of 2").waitFor();
    await next.getByRole("button", { name: "Next photo" }).press("Enter");
    await dialog.getByText("1 of 2").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect
      .poll(() => photo.evaluate((button) => button === document.activeElement))
      .toBe(true);
    await page.close();
  },
);
