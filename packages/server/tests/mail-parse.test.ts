import { describe, expect, test } from "vitest";
import {
  parseMail,
  type MailParseOptions,
  type ParsedMail,
} from "../src/edges/mail/format/parse/index.ts";

const options: MailParseOptions = {
  maxBytes: 1024 * 1024,
  receivedAt: Date.UTC(2026, 2, 3, 10),
  authenticationServers: ["mx.shop.example"],
  markers: ["installation-1"],
};
const parse = (lines: readonly string[]): Promise<ParsedMail> =>
  parseMail(Buffer.from(lines.join("\r\n")), options);

const from = "From: Ann <ann@mail.example>";
const withHeaders = (...headers: readonly string[]): Promise<ParsedMail> =>
  parse([...headers, from, "Subject: Order", "", "Hello"]);

describe("headers", () => {
  test("[MAIL-002] [MAIL-003] sender, recipients and subject are decoded", async () => {
    const mail = await parse([
      "Delivered-To: reply+abc@shop.example",
      "From: =?utf-8?Q?J=C3=BCrgen?= =?utf-8?Q?_Wei=C3=9F?= <Juergen@Mail.EXAMPLE>",
      'To: "Support, Shop" <support@shop.example>, team: ann@mail.example, bob@mail.example;',
      "Cc: SUPPORT@shop.example, support@SHOP.example",
      "Reply-To: answers@mail.example",
      "Subject: =?iso-8859-1?Q?Gr=FC=DFe?=",
      " and more",
      "",
      "",
    ]);
    expect(mail.from).toEqual({ address: "Juergen@mail.example", name: "Jürgen Weiß" });
    expect(mail.replyTo.map(({ address }) => address)).toEqual(["answers@mail.example"]);
    expect(mail.recipients.map(({ address }) => address)).toEqual([
      "support@shop.example",
      "ann@mail.example",
      "bob@mail.example",
      "SUPPORT@shop.example",
    ]);
    expect(mail.deliveredTo).toEqual(["reply+abc@shop.example"]);
    expect(mail.subject).toBe("Grüße and more");
  });

  test("[MAIL-004] ids have no brackets, and a mail without an id gets a hash", async () => {
    const mail = await withHeaders(
      "Message-ID: <a@mail.example>",
      "In-Reply-To: <b@shop.example>",
      "References: <c@shop.example>",
      " <b@shop.example> text <c@shop.example>",
    );
    expect(mail).toMatchObject({
      messageId: "a@mail.example",
      inReplyTo: "b@shop.example",
      references: ["c@shop.example", "b@shop.example"],
    });
    const [first, repeated, other] = await Promise.all([
      withHeaders(),
      withHeaders(),
      withHeaders("X-A: b"),
    ]);
    expect(first?.messageId).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(repeated?.messageId).toBe(first?.messageId);
    expect(other?.messageId).not.toBe(first?.messageId);
  });

  test("[MAIL-005] a date later than the day after the arrival is dropped", async () => {
    const date = async (header: string): Promise<number | null> =>
      (await withHeaders(`Date: ${header}`)).date;
    expect(await date("Tue, 3 Mar 2026 11:00:00 +0100 (CET)")).toBe(Date.UTC(2026, 2, 3, 10));
    expect(await date("Wed, 4 Mar 2026 10:00:00 +0000")).toBe(Date.UTC(2026, 2, 4, 10));
    expect(await date("Wed, 4 Mar 2026 10:00:01 +0000")).toBeNull();
    expect(await date("yesterday")).toBeNull();
  });

  test("[MAIL-014] text without a character set is read as UTF-8", async () => {
    const mail = await parse([from, "", "Größe 42"]);
    expect(mail).toMatchObject({ text: "Größe 42", html: null });
  });
});

describe("kinds", () => {
  test.each([
    ["Auto-Submitted: auto-replied", "auto_reply"],
    ["Auto-Submitted: auto-generated; x=y", "automatic"],
    ["Auto-Submitted: no", "message"],
    ["X-Auto-Response-Suppress: DR, OOF, AutoReply", "no_answer"],
    ["X-Auto-Response-Suppress: None", "message"],
    ["Precedence: bulk", "no_answer"],
    ["Precedence: auto_reply", "auto_reply"],
    ["X-Autoreply: yes", "auto_reply"],
    ["Return-Path: <>", "automatic"],
    ["Return-Path: <ann@mail.example>", "message"],
    ["Precedence: list", "no_answer"],
    ["List-Id: Club <club.lists.example>", "no_answer"],
    ["List-Unsubscribe: <mailto:stop@lists.example>", "no_answer"],
    ["X-Parlour-Mail: installation-1", "loop"],
    ["X-Parlour-Mail: installation-2", "message"],
    ["X-Spam-Status: No", "message"],
  ])("[MAIL-020] [MAIL-021] [MAIL-022] %s is %s", async (header, kind) => {
    expect((await withHeaders(header)).kind).toBe(kind);
  });

  test.each([
    [["List-Unsubscribe: <https://a.example>", "Precedence: bulk"], "newsletter"],
    [["List-Unsubscribe: <https://a.example>", "List-Id: <news.brand.example>"], "newsletter"],
    [["List-Unsubscribe: <https://a.example>", "List-Id: <help.shop.example>"], "no_answer"],
    [["Auto-Submitted: auto-generated", "In-Reply-To: <a@shop.example>"], "automatic"],
    [["Return-Path: <>", "References: <a@shop.example>"], "auto_reply"],
    [
      ["Auto-Submitted: auto-generated", "In-Reply-To: <a@b>", "Subject: Automatic reply: Order"],
      "auto_reply",
    ],
    [
      [
        "Auto-Submitted: auto-generated",
        "In-Reply-To: <a@b>",
        "Subject: =?utf-8?B?0JDQstGC0L7QvNCw0YLQuNGH0LXRgdC60LjQuSDQvtGC0LLQtdGCOiBB?=",
      ],
      "auto_reply",
    ],
  ])("[MAIL-020] [MAIL-021] [MAIL-081] %j are %s", async (headers, kind) => {
    const raw = [from, ...headers, "", "Hello"].join("\r\n");
    const mail = await parseMail(Buffer.from(raw), { ...options, address: "help@shop.example" });
    expect(mail.kind).toBe(kind);
  });

  test("[MAIL-022] a mail that passed more than 100 servers is a loop", async () => {
    const hops = (count: number): readonly string[] =>
      Array.from({ length: count }, () => "Received: from a by b; Tue, 3 Mar 2026 10:00:00 +0100");
    expect((await withHeaders(...hops(100))).kind).toBe("message");
    expect((await withHeaders(...hops(101))).kind).toBe("loop");
  });
});

const buildReport = (action: string, last: readonly string[]): readonly string[] => [
  "Return-Path: <>",
  "From: Mail Delivery System <MAILER-DAEMON@mx.mail.example>",
  "Subject: Undelivered Mail Returned to Sender",
  'Content-Type: multipart/report; report-type=delivery-status; boundary="r"',
  "",
  "--r",
  "Content-Type: text/plain",
  "",
  "The mail could not be delivered.",
  "--r",
  "Content-Type: message/delivery-status",
  "",
  "Reporting-MTA: dns; mx.mail.example",
  "",
  "Final-Recipient: rfc822; ann@mail.example",
  `Action: ${action}`,
  "Status: 5.1.1",
  "Diagnostic-Code: smtp; 550 5.1.1 <ann@mail.example>: user",
  "    unknown",
  "",
  "--r",
  ...last,
  "--r--",
];
const original = [
  "Content-Type: message/rfc822",
  "",
  "Message-ID: <m7@shop.example>",
  "Subject: Re: Order",
  "",
  "Our answer",
];

describe("delivery reports", () => {
  test("[MAIL-023] a failed delivery names recipient, status, answer and mail", async () => {
    const mail = await parse(buildReport("failed", original));
    expect(mail.kind).toBe("bounce");
    expect(mail.text).toBe("The mail could not be delivered.");
    expect(mail.report).toEqual({
      originalMessageId: "m7@shop.example",
      recipients: [
        {
          address: "ann@mail.example",
          action: "failed",
          status: "5.1.1",
          diagnostic: "550 5.1.1 <ann@mail.example>: user unknown",
        },
      ],
    });
  });

  test("[MAIL-023] only the headers of the mail may come back", async () => {
    const mail = await parse(
      buildReport("failed", ["Content-Type: text/rfc822-headers", ...original.slice(1, 4)]),
    );
    expect(mail.report?.originalMessageId).toBe("m7@shop.example");
  });

  test("[MAIL-024] a delay is no bounce", async () => {
    const mail = await parse(buildReport("delayed", original));
    expect(mail.kind).toBe("auto_reply");
    expect(mail.report?.recipients[0]?.action).toBe("delayed");
  });

  test("[MAIL-023] a server without reports names the recipient in a header", async () => {
    const mail = await parse([
      "Return-Path: <>",
      "X-Failed-Recipients: ann@mail.example",
      "Auto-Submitted: auto-replied",
      "From: Mail Delivery System <mailer-daemon@mx.mail.example>",
      "",
      "A message that you sent could not be delivered.",
      "------ This is a copy of the message, including all the headers. ------",
      "",
      "Message-ID: <m7@shop.example>",
      "Subject: Re: Order",
    ]);
    expect(mail.kind).toBe("bounce");
    expect(mail.report).toMatchObject({
      originalMessageId: "m7@shop.example",
      recipients: [{ address: "ann@mail.example", action: "failed", status: null }],
    });
  });
});

describe("authentication", () => {
  const results = (text: string): string => `Authentication-Results: mx.shop.example; ${text}`;
  const received = "Received: from mail.example by mx.shop.example with ESMTPS; Tue, 3 Mar 2026";
  const verified = async (...headers: readonly string[]): Promise<boolean> =>
    (await withHeaders(...headers)).authentication.verified;

  test("[MAIL-025] results of the receiving server are read, also in several headers", async () => {
    const mail = await withHeaders(
      results("dmarc=pass (p=reject) header.from=mail.example"),
      results(
        "dkim=pass (2048-bit key) header.d=mail.example header.i=@mail.example; spf=softfail",
      ),
      received,
    );
    expect(mail.authentication).toEqual({
      spf: "softfail",
      dkim: "pass",
      dmarc: "pass",
      verified: true,
    });
  });

  test("[MAIL-026] a result of DMARC about another domain than that of the sender does not count", async () => {
    expect(await verified(results("dmarc=pass header.from=mail.example"))).toBe(true);
    expect(await verified(results("dmarc=pass header.from=MAIL.example"))).toBe(true);
    expect(await verified(results("dmarc=pass header.from=evil.example"))).toBe(false);
    expect(await verified(results("dmarc=pass header.from=example"))).toBe(false);
    const both = "dmarc=pass header.from=evil.example; dmarc=fail header.from=mail.example";
    expect(await verified(results(both))).toBe(false);
  });

  test("[MAIL-025] results below the Received header of the receiving server count", async () => {
    expect(await verified(received, results("dmarc=pass header.from=mail.example"))).toBe(true);
  });

  test("[MAIL-025] results of another server, or below one, do not count", async () => {
    expect(await verified("Authentication-Results: mx.evil.example; dmarc=pass")).toBe(false);
    expect(
      await verified(
        "Received: from a by relay.evil.example; Tue, 3 Mar 2026",
        results("dmarc=pass"),
      ),
    ).toBe(false);
    expect(await verified("X-Mailer: a", results("dmarc=pass"))).toBe(true);
    expect(await verified("Message-ID: <a@b.example>", results("dmarc=pass"))).toBe(false);
  });

  test("[MAIL-026] without DMARC, a signature of the sender's domain verifies it", async () => {
    expect(await verified(results("dkim=pass header.d=mail.example"))).toBe(true);
    expect(await verified(results("dkim=pass header.i=@mail.example"))).toBe(true);
    expect(await verified(results("dkim=pass header.d=example"))).toBe(false);
    expect(await verified(results("dkim=pass header.d=evil-mail.example"))).toBe(false);
    expect(await verified(results("dmarc=fail; dkim=pass header.d=mail.example"))).toBe(false);
    expect(await verified(results("spf=pass smtp.mailfrom=ann@mail.example"))).toBe(false);
    expect(await verified(results("dkim=fail header.d=mail.example; spf=fail"))).toBe(false);
  });
});

describe("parts", () => {
  test("[MAIL-006] [MAIL-015] pictures of the HTML are marked and keep their id", async () => {
    const mail = await parse([
      from,
      "Content-Type: multipart/related; boundary=a",
      "",
      "--a",
      "Content-Type: text/html",
      "",
      '<p>Hello</p><img src="cid:one%40mail.example">',
      "--a",
      "Content-Type: image/png; name=one.png",
      "Content-ID: <one@mail.example>",
      "Content-Transfer-Encoding: base64",
      "",
      "AAEC",
      "--a",
      "Content-Type: image/png; name=two.png",
      "Content-ID: <two@mail.example>",
      "",
      "x",
      "--a--",
    ]);
    expect(mail.attachments).toEqual([
      {
        name: "one.png",
        claimedType: "image/png",
        content: Buffer.from([0, 1, 2]),
        contentId: "one@mail.example",
        isInline: true,
      },
      expect.objectContaining({ contentId: "two@mail.example", isInline: false }),
    ]);
    expect(mail.html).toContain('src="cid:one%40mail.example"');
  });

  test("[MAIL-001] a mail above the limit is refused", async () => {
    await expect(parseMail(Buffer.alloc(1024 * 1024 + 1), options)).rejects.toMatchObject({
      failure: { failure: "payload_too_large" },
    });
    const view = new Uint8Array(Buffer.from(`xx${from}\r\n\r\nHello`)).subarray(2);
    expect((await parseMail(view, options)).text).toBe("Hello");
  });
});
