import { expect, test } from "vitest";
import type { Claim } from "../delivery/queue/index.ts";
import { createMailGate } from "./gate/mail-gate.ts";
import { createMailOutbound, type MailOutboundDeps } from "./outbound.ts";
import type { MailRecipient } from "./templates/mail-data.ts";
import { maxConcurrentMails } from "./policy.ts";
import type { SendMailResult } from "./smtp.ts";

/**
 * Creates a mail driver whose server responds when the test allows it, and an offline message that
 * nobody has handled yet.
 */
function createFixture() {
  let isNew = true;
  let readers: readonly MailRecipient[] = [{ id: 1, email: "ines@shop.example", language: "en" }];
  const posts: { readonly to: readonly string[]; readonly answer: () => void }[] = [];
  const faults = new Map<string, Partial<SendMailResult>>();
  const unasked = (): never => {
    throw new Error("not for an offline message");
  };
  const deps: MailOutboundDeps = {
    clock: { now: () => 1_000, monotonic: () => 0, scheduleAt: () => () => undefined },
    gate: createMailGate({
      limits: { take: () => ({ ok: true }), restore: () => undefined },
      isUnsubscribed: () => Promise.resolve(false),
    }),
    server: () => ({
      host: "mail.example",
      port: 25,
      tls: "none",
      user: null,
      password: null,
      from: "chat@shop.example",
    }),
    send: (_server, { to }) =>
      new Promise<SendMailResult>((resolve) => {
        const [reader = ""] = to;
        const fault = faults.get(reader);
        posts.push({
          to,
          answer: () => resolve(fault === undefined ? sentResult : { ...sentResult, ...fault }),
        });
      }),
    publicUrl: () => "https://chat.example",
    language: () => Promise.resolve("en"),
    recipients: {
      list: () => Promise.resolve(readers),
      listForOutage: unasked,
      listOwners: unasked,
      listManagers: unasked,
      findForOfflineMessage: () => Promise.resolve([2]),
      filterByReminders: unasked,
    },
    outage: unasked,
    changes: {
      addresses: unasked,
      failedRule: unasked,
      stoppedAgent: unasked,
      scheduledReport: unasked,
    },
    waiting: { find: unasked, claim: unasked, list: unasked },
    transcript: unasked,
    answers: unasked,
    replyAddress: unasked,
    unsubscribe: {
      isUnsubscribed: () => Promise.resolve(false),
      createUrl: () => "https://chat.example/stop-mail/x",
    },
    isOfflineMessageNew: () => Promise.resolve(isNew),
  };
  const message = {
    id: 7,
    channel: { id: 5, kind: "widget", name: "Site" },
    contacts: { name: "N", email: "n@a.example", phone: "" },
  };
  const claim = {
    account: 1,
    delivery: { id: 9, event: "offline_message", chatId: null, createdAt: 0 },
    source: {
      entry: {
        body: JSON.stringify({
          offline_message: { ...message, text: "Call me", department: null, page: null },
        }),
      },
    },
  } as unknown as Claim;
  const outbound = createMailOutbound(deps);
  return {
    build: () => outbound.buildRequest(claim),
    deal: () => void (isNew = false),
    letGo: () => posts.splice(0).forEach((post) => post.answer()),
    read: (newRecipients: readonly MailRecipient[]) => void (readers = newRecipients),
    /**
     * Sets the server's response for this recipient. null means that the server accepts the email.
     */
    fault: (email: string, as: Partial<SendMailResult> | null) =>
      void (as === null ? faults.delete(email) : faults.set(email, as)),
    /**
     * Runs one attempt of the delivery. Returns the recipients of the emails and the delivery log
     * entry.
     */
    attempt: async () => {
      const built = await outbound.buildRequest(claim);
      if (!("send" in built) || built.send === undefined) throw new Error("nothing to carry");
      const recipients: string[] = [];
      let isDone = false;
      const carried = built.send(1_000).finally(() => (isDone = true));
      while (!isDone) {
        for (const { to, answer } of posts.splice(0)) {
          recipients.push(...to);
          answer();
        }
        await new Promise<void>((resolve) => void setImmediate(resolve));
      }
      const { means, error } = outbound.interpretResponse((await carried).reply, claim);
      return { told: recipients, means, error: error?.message ?? null };
    },
  };
}
const sentResult: SendMailResult = {
  step: "sent",
  outcome: "delivered",
  status: 250,
  reply: "ok",
  mayRepeat: false,
  refused: [],
  durationMs: 1,
};
const unknownRecipient: Partial<SendMailResult> = {
  step: "recipient",
  outcome: "refused",
  status: 550,
  reply: "no such user",
};
const tryLater: Partial<SendMailResult> = {
  step: "recipient",
  outcome: "refused",
  status: 450,
  reply: "try later",
  mayRepeat: true,
};
const [ines, ivan, olga]: readonly [MailRecipient, MailRecipient, MailRecipient] = [
  { id: 1, email: "ines@shop.example", language: "en" },
  { id: 2, email: "ivan@shop.example", language: "ru" },
  { id: 3, email: "olga@shop.example", language: "ru" },
];

test("[CORE-110] what somebody dealt with before its mail went out is announced no more", async () => {
  const { build, deal } = createFixture();
  expect(await build()).toMatchObject({ headers: { to: "ines@shop.example" } });
  deal();
  expect(await build()).toMatchObject({ never: "withdrawn" });
});

test("[CORE-050] so many mails are under way at once; the next one waits for a place", async () => {
  const { build, letGo } = createFixture();
  const sent: Promise<unknown>[] = [];
  for (let n = 0; n < maxConcurrentMails; n++) {
    const built = await build();
    if ("send" in built && built.send !== undefined) sent.push(built.send(1_000));
  }
  expect(sent).toHaveLength(maxConcurrentMails);
  expect(await build()).toEqual({ later: 1_250 });
  letGo();
  await Promise.all(sent);
  expect(await build()).toMatchObject({ headers: { to: "ines@shop.example" } });
});

test("[CORE-110] a reader whose address is refused for good keeps those of another language from nothing", async () => {
  const { read, fault, attempt } = createFixture();
  read([ines, ivan]);
  fault(ines.email, unknownRecipient);
  expect(await attempt()).toEqual({
    told: [ines.email, ivan.email],
    means: "delivered",
    error: "The server refused these recipients: ines@shop.example.",
  });
  const nobody = createFixture();
  nobody.read([ines, ivan]);
  for (const { email } of [ines, ivan]) nobody.fault(email, unknownRecipient);
  expect(await nobody.attempt()).toMatchObject({ told: [ines.email, ivan.email], means: "final" });
});

test("[CORE-110] [CORE-050] a repeat leaves out the language that was taken, whoever left or came meanwhile", async () => {
  const { read, fault, attempt } = createFixture();
  read([ines, ivan]);
  fault(ivan.email, tryLater);
  expect(await attempt()).toMatchObject({ told: [ines.email, ivan.email], means: "again" });
  read([ivan, olga]);
  fault(ivan.email, null);
  expect(await attempt()).toEqual({
    told: [ivan.email, olga.email],
    means: "delivered",
    error: null,
  });
});
