import { expect, test } from "vitest";
import type { Claim } from "../queue/index.ts";
import { mailOutbound, type MailOutboundDeps } from "./outbound.ts";
import { atOnce } from "./policy.ts";
import type { Posted } from "./smtp.ts";

/** Mails with a server that answers when it is let, and offline messages that nobody has dealt with yet. */
function bed() {
  let isNew = true;
  const posts: (() => void)[] = [];
  const unasked = (): never => {
    throw new Error("not for an offline message");
  };
  const deps: MailOutboundDeps = {
    clock: { now: () => 1_000 },
    server: () => ({ host: "mail.example", port: 25, tls: "none", user: null, password: null, from: "chat@shop.example" }),
    post: () =>
      new Promise<Posted>((resolve) =>
        posts.push(() =>
          resolve({ step: "sent", outcome: "delivered", status: 250, reply: "ok", mayRepeat: false, refused: [], durationMs: 1 }),
        ),
      ),
    publicUrl: () => "https://chat.example",
    language: () => Promise.resolve("en"),
    readers: () => Promise.resolve([{ email: "ines@shop.example", language: "en" }]),
    faultReaders: unasked,
    fault: unasked,
    chat: unasked,
    reminded: unasked,
    transcript: unasked,
    offlineReaders: () => Promise.resolve([2]),
    isOfflineNew: () => Promise.resolve(isNew),
  };
  const message = { id: 7, channel: { id: 5, kind: "widget", name: "Site" }, contacts: { name: "N", email: "n@a.example", phone: "" } };
  const claim = {
    account: 1,
    delivery: { id: 9, event: "offline_message", chatId: null, createdAt: 0 },
    source: { entry: { body: JSON.stringify({ offline_message: { ...message, text: "Call me", department: null, page: null } }) } },
  } as unknown as Claim;
  const outbound = mailOutbound(deps);
  return { build: () => outbound.build(claim), deal: () => void (isNew = false), letGo: () => posts.splice(0).forEach((go) => go()) };
}

test("[CORE-110] what somebody dealt with before its mail went out is announced no more", async () => {
  const { build, deal } = bed();
  expect(await build()).toMatchObject({ headers: { to: "ines@shop.example" } });
  deal();
  expect(await build()).toMatchObject({ never: "withdrawn" });
});

test("[CORE-050] so many mails are under way at once; the next one waits for a place", async () => {
  const { build, letGo } = bed();
  const sent: Promise<unknown>[] = [];
  for (let n = 0; n < atOnce; n++) {
    const built = await build();
    if ("carry" in built && built.carry !== undefined) sent.push(built.carry(1_000));
  }
  expect(sent).toHaveLength(atOnce);
  expect(await build()).toEqual({ later: 1_250 });
  letGo();
  await Promise.all(sent);
  expect(await build()).toMatchObject({ headers: { to: "ines@shop.example" } });
});
