import { stubMicrophone } from "@parlour/client/uploads/microphone.fixture";
import { waitFor, within } from "@testing-library/dom";
import { expect, onTestFinished, test, vi } from "vitest";
import { createMessage } from "../../../../../tests/entities.ts";
import {
  conversation,
  createAnnsChat,
  createTestInbox,
  findOpenChat,
} from "../../../../../tests/inbox.ts";
import { renderApp } from "../../../../../tests/render-app.tsx";

/** Stores each upload at once. */
class StoringRequest {
  readonly upload = {};
  readonly responseText = JSON.stringify({
    id: 9,
    name: "voice-message.ogg",
    size: 5,
    type: "audio/ogg; codecs=opus",
    url: `${location.origin}/files/t/voice-message.ogg`,
  });
  status = 0;
  onload: () => void = () => undefined;
  open(): void {}
  setRequestHeader(): void {}
  getResponseHeader(): null {
    return null;
  }
  send(): void {
    this.status = 201;
    queueMicrotask(() => this.onload());
  }
}

async function renderChats() {
  const inbox = createTestInbox([createAnnsChat(5, "Tom Tag"), createAnnsChat(6, "Ida Ink")]);
  const app = await renderApp("/inbox/all/5", {
    ...inbox.answers,
    "POST /chats/{id}/messages": ({ ids: [id = 0], body }) =>
      createMessage(id, 2, (body as { text?: string }).text ?? "", { kind: "media" }),
  });
  const microphone = stubMicrophone();
  onTestFinished(microphone.remove);
  vi.stubGlobal("XMLHttpRequest", StoringRequest);
  await findOpenChat("Tom Tag");
  const button = () => conversation().findByRole("button", { name: "Record a voice message" });
  return { ...app, microphone, button };
}

test("[VOICE-010] [VOICE-011] an operator records by keyboard, listens and sends with a text", async () => {
  const { screen, user, changes, button } = await renderChats();
  await button();
  (document.activeElement as HTMLElement).blur();
  await user.keyboard("v");
  const bar = within(await screen.findByRole("group", { name: "Recording" }));
  bar.getByRole("timer");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Stop"));
  await user.keyboard("{Enter}");
  const file = within(await screen.findByRole("list", { name: "Files to send" }));
  await file.findByLabelText("Listen to the recording");
  file.getByText(/0:01 · Ready to send/);
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Message" }));
  await user.keyboard("Hear this{Enter}");
  await waitFor(() =>
    expect(changes.findLast(({ path }) => path === "/chats/5/messages")?.body).toMatchObject({
      kind: "file",
      upload_id: 9,
      voice: true,
      duration: 1,
      text: "Hear this",
    }),
  );
});

test("[VOICE-010] a blocked microphone says what to do; a discarded recording leaves nothing", async () => {
  const { screen, user, microphone, button } = await renderChats();
  microphone.error = "NotAllowedError";
  await user.click(await button());
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Allow it in the site settings");
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByRole("alert")).toBeNull();
  microphone.error = null;
  await user.click(await button());
  await user.click(await screen.findByRole("button", { name: "Discard the recording" }));
  await waitFor(() => expect(microphone.isOpen()).toBe(false));
  expect(screen.queryByRole("list", { name: "Files to send" })).toBeNull();
});

test("[VOICE-011] a recording ends when the chat is left, and stays in its reply", async () => {
  const { screen, user, microphone, button, navigate } = await renderChats();
  await user.click(await button());
  await screen.findByRole("group", { name: "Recording" });
  navigate("/inbox/all/6");
  await findOpenChat("Ida Ink");
  expect(microphone.isOpen()).toBe(false);
  expect(screen.queryByRole("list", { name: "Files to send" })).toBeNull();
  navigate("/inbox/all/5");
  await findOpenChat("Tom Tag");
  await screen.findByLabelText("Listen to the recording");
});

test("[VOICE-012] a voice message is played at the chosen speed", async () => {
  const inbox = createTestInbox([
    createAnnsChat(5, "Tom Tag", {
      last_message: createMessage(5, 1, "Listen", {
        kind: "media",
        media: {
          type: "voice",
          file: `${location.origin}/files/t/voice.ogg`,
          file_name: "voice.ogg",
          file_size: 5,
          thumb: null,
          emoji: null,
          duration: 3,
          width: null,
          height: null,
          performer: null,
          title: null,
          latitude: null,
          longitude: null,
        },
      }),
    }),
  ]);
  const { user } = await renderApp("/inbox/all/5", inbox.answers);
  await findOpenChat("Tom Tag", "Listen");
  const button = await conversation().findByRole("button", { name: "1× Playback speed" });
  const audio = document.querySelector("audio")!;
  for (const speed of [1.5, 2, 1]) {
    await user.click(button);
    expect([audio.playbackRate, button.textContent]).toEqual([speed, `${speed}×`]);
  }
});
