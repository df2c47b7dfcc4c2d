import { expect, test } from "vitest";
import type { Claim } from "../queue/index.ts";
import { mailOutbound, type MailOutboundDeps } from "./outbound.ts";
import type { Reader } from "./addressed.ts";
import { atOnce } from "./policy.ts";
import type { Posted } from "./smtp.ts";

/**
 * Emails to a server that responds when the test lets it, and offline messages that are not handled
 * yet.
 */
function bed() {
  let isNew = true;
  let readers: readonly Reader[] = [{ email: "ines@shop.example", language: "en" }];
  const posts: { readonly to: readonly string[]; readonly answer: () => void }[] = [];
  const faults = new Map<string, Partial<Posted>>();
  const unasked = (): never => {
    throw new Error("not for an offline message");
  };
  const deps: MailOutboundDeps = {
    clock: { now: () => 1_000 },
    server: () => ({ host: "mail.example", port: 25, tls: "none", user: null, password: null, from: "chat@shop.example" }),
    post: (_server, { to }) =>
      new Promise<Posted>((resolve) => {
        const [reader = ""] = to;
        const fault = faults.get(reader);
        posts.push({ to, answer: () => resolve(fault === undefined ? sent : { ...sent, ...fault }) });
      }),
    publicUrl: () => "https://chat.example",
    language: () => Promise.resolve("en"),
    readers: () => Promise.resolve(readers),
    faultReaders: unasked,
    fault: unasked,
    owners: unasked,
    openedAddress: unasked,
    chat: unasked,
    reminded: unasked,
    transcript: unasked,
    offlineReaders: () => Promise.resolve([2]),
    isRefused: () => Promise.resolve(false),
    stopUrl: () => "https://chat.example/stop-mail/x",
    isOfflineNew: () => Promise.resolve(isNew),
  };
  const message = { id: 7, channel: { id: 5, kind: "widget", name: "Site" }, contacts: { name: "N", email: "n@a.example", phone: "" } };
  const claim = {
    account: 1,
    delivery: { id: 9, event: "offline_message", chatId: null, createdAt: 0 },
    source: { entry: { body: JSON.stringify({ offline_message: { ...message, text: "Call me", department: null, page: null } }) } },
  } as unknown as Claim;
  const outbound = mailOutbound(deps);
  return {
    build: () => outbound.buildRequest(claim),
    deal: () => void (isNew = false),
    letGo: () => posts.splice(0).forEach((post) => post.answer()),
    read: (by: readonly Reader[]) => void (readers = by),
    /** Sets the server's response for this recipient. null: it accepts the email. */
    fault: (email: string, as: Partial<Posted> | null) => void (as === null ? faults.delete(email) : faults.set(email, as)),
    /**
     * Runs one attempt of the delivery. Returns the recipients of the emails, and the delivery log
     * entry.
     */
    attempt: async () => {
      const built = await outbound.buildRequest(claim);
      if (!("send" in built) || built.send === undefined) throw new Error("nothing to carry");
      const told: string[] = [];
      let isDone = false;
      const carried = built.send(1_000).finally(() => (isDone = true));
      while (!isDone) {
        for (const { to, answer } of posts.splice(0)) {
          told.push(...to);
          answer();
        }
        await new Promise<void>((resolve) => void setImmediate(resolve));
      }
      const { means, error } = outbound.interpretResponse((await carried).reply, claim);
      return { told, means, error: error?.message ?? null };
    },
  };
}
const sent: Posted = { step: "sent", outcome: "delivered", status: 250, reply: "ok", mayRepeat: false, refused: [], durationMs: 1 };
const gone: Partial<Posted> = { step: "recipient", outcome: "refused", status: 550, reply: "no such user" };
const later: Partial<Posted> = { step: "recipient", outcome: "refused", status: 450, reply: "try later", mayRepeat: true };
const [ines, ivan, olga]: readonly [Reader, Reader, Reader] = [
  { email: "ines@shop.example", language: "en" },
  { email: "ivan@shop.example", language: "ru" },
  { email: "olga@shop.example", language: "ru" },
];

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
    if ("send" in built && built.send !== undefined) sent.push(built.send(1_000));
  }
  expect(sent).toHaveLength(atOnce);
  expect(await build()).toEqual({ later: 1_250 });
  letGo();
  await Promise.all(sent);
  expect(await build()).toMatchObject({ headers: { to: "ines@shop.example" } });
});

test("[CORE-110] a reader whose address is refused for good keeps those of another language from nothing", async () => {
  const { read, fault, attempt } = bed();
  read([ines, ivan]);
  fault(ines.email, gone);
  expect(await attempt()).toEqual({
    told: [ines.email, ivan.email],
    means: "delivered",
    error: "The server did not take it for ines@shop.example.",
  });
  const nobody = bed();
  nobody.read([ines, ivan]);
  for (const { email } of [ines, ivan]) nobody.fault(email, gone);
  expect(await nobody.attempt()).toMatchObject({ told: [ines.email, ivan.email], means: "final" });
});

test("[CORE-110] [CORE-050] a repeat leaves out the language that was taken, whoever left or came meanwhile", async () => {
  const { read, fault, attempt } = bed();
  read([ines, ivan]);
  fault(ivan.email, later);
  expect(await attempt()).toMatchObject({ told: [ines.email, ivan.email], means: "again" });
  read([ivan, olga]);
  fault(ivan.email, null);
  expect(await attempt()).toEqual({ told: [ivan.email, olga.email], means: "delivered", error: null });
});
