import { describe, expect, test } from "vitest";
import { parseMail, type ParsedMail } from "../src/edges/mail/format/parse/index.ts";

const parse = (lines: readonly string[]): Promise<ParsedMail> =>
  parseMail(Buffer.from(lines.join("\r\n")), {
    maxBytes: 1024 * 1024,
    receivedAt: Date.UTC(2026, 2, 3, 10),
    authenticationServers: [],
    markers: ["installation-1"],
  });

const copy = ["Message-ID: <m7@shop.example>", "To: ann@mail.example", "Subject: Re: Order"];

/** Reports that servers write as letters: name, headers, text. */
const letters: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    "qmail",
    ["Return-Path: <>", "From: MAILER-DAEMON@mx.mail.example", "Subject: failure notice"],
    [
      "Hi. This is the qmail-send program at mx.mail.example.",
      "I'm afraid I wasn't able to deliver your message to the following addresses.",
      "",
      "<ann@mail.example>:",
      "Sorry, no mailbox here by that name. (#5.1.1)",
      "",
      "--- Below this line is a copy of the message.",
      "",
      "Return-Path: <support@shop.example>",
      ...copy,
    ],
  ],
  [
    "Exim",
    [
      "Return-Path: <>",
      "From: Mail Delivery System <Mailer-Daemon@mx.mail.example>",
      "Subject: Mail delivery failed: returning message to sender",
    ],
    [
      "A message that you sent could not be delivered to one or more of its recipients.",
      "",
      "  ann@mail.example",
      "    host mx2.mail.example [192.0.2.7]: 550 5.1.1 User unknown",
      "",
      "------ This is a copy of the message, including all the headers. ------",
      "",
      ...copy,
    ],
  ],
  [
    "Postfix without its parts",
    [
      "Return-Path: <>",
      "From: MAILER-DAEMON@mx.mail.example (Mail Delivery System)",
      "Subject: Undelivered Mail Returned to Sender",
    ],
    [
      "I'm sorry to have to inform you that your message could not be delivered to one or more recipients.",
      "<ann@mail.example>: host mx2.mail.example said: 550 5.1.1 <ann@mail.example>: unknown",
      ...copy,
    ],
  ],
  [
    "Sendmail",
    [
      "From: Mail Delivery Subsystem <MAILER-DAEMON@mx.mail.example>",
      "Subject: Returned mail: User unknown",
    ],
    [
      "   ----- The following addresses had permanent fatal errors -----",
      "<ann@mail.example>",
      "    (reason: 550 5.1.1 User unknown)",
      ...copy,
    ],
  ],
  [
    "Exchange 2003 in English",
    ["From: System Administrator <postmaster@mail.example>", "Subject: Undeliverable: Re: Order"],
    [
      "Your message did not reach some or all of the intended recipients.",
      "The following recipient(s) could not be reached:",
      "      ann@mail.example on 03/03/2026 10:05",
      "            The email account does not exist. <mx.mail.example #5.1.1>",
      ...copy,
    ],
  ],
  [
    "Exchange in German",
    [
      "From: postmaster@mail.example",
      "Subject: Unzustellbar: Re: Order",
      "Content-Type: text/plain; charset=utf-8",
    ],
    [
      "Fehler bei der Nachrichtenzustellung an folgende Empfänger oder Gruppen:",
      "ann@mail.example",
      "Die eingegebene E-Mail-Adresse konnte nicht gefunden werden. 550 5.1.10",
      ...copy,
    ],
  ],
  [
    "Exchange in French, which only answers the mail",
    [
      "From: postmaster@mail.example",
      "Subject: Non remis : Re: Order",
      "In-Reply-To: <m7@shop.example>",
      "Content-Type: text/plain; charset=utf-8",
    ],
    ["Échec de la remise pour ces destinataires ou groupes :", "ann@mail.example", "550 5.1.1"],
  ],
  [
    "Exchange in Russian",
    [
      "Return-Path: <>",
      "From: postmaster@mail.example",
      "Subject: =?utf-8?B?0J3QtdC00L7RgdGC0LDQstC70LXQvdC90L7QtQ==?=",
      "Content-Type: text/plain; charset=utf-8",
    ],
    [
      "Не удалось выполнить доставку следующим получателям или группам:",
      "ann@mail.example",
      "#550 5.1.1",
      ...copy,
    ],
  ],
  [
    "Gmail as HTML",
    [
      "Return-Path: <>",
      "From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>",
      "Subject: Delivery Status Notification (Failure)",
      "References: <m6@shop.example> <m7@shop.example>",
      "Content-Type: text/html; charset=utf-8",
    ],
    [
      "<h2>Address not found</h2><p>Your message wasn't delivered to <b>ann@mail.example</b> because the address couldn't be found.</p><p>550 5.1.1 The email account does not exist.</p>",
    ],
  ],
  [
    "Domino",
    [
      "Return-Path: <>",
      "From: postmaster@mail.example",
      "Subject: DELIVERY FAILURE: User ann (ann@mail.example) not listed in Domino Directory",
    ],
    [
      "Your message",
      "  Subject: Re: Order",
      "was not delivered to:",
      "  ann@mail.example",
      "because:",
      "  User ann (ann@mail.example) not listed in Domino Directory",
      "550 5.1.1",
      ...copy,
    ],
  ],
  [
    "a server in Japanese",
    [
      "Return-Path: <>",
      "From: postmaster@mail.example",
      "Subject: failure",
      "Content-Type: text/plain; charset=utf-8",
    ],
    ["次の受信者またはグループへの配信に失敗しました:", "ann@mail.example", "550 5.1.1", ...copy],
  ],
  [
    "a server in Spanish",
    [
      "Return-Path: <>",
      "From: mailer-daemon@mail.example",
      "Subject: Error",
      "Content-Type: text/plain; charset=utf-8",
    ],
    ["No se pudo entregar el mensaje a ann@mail.example", "550 5.1.1 usuario desconocido", ...copy],
  ],
];

describe("reports that are letters", () => {
  test.each(letters)("[MAIL-115] %s", async (_name, headers, text) => {
    const mail = await parse([...headers, "To: support@shop.example", "", ...text]);
    expect(mail.kind).toBe("bounce");
    expect(mail.report).toMatchObject({
      originalMessageId: "m7@shop.example",
      recipients: [{ address: "ann@mail.example", action: "failed" }],
    });
    expect(mail.report?.recipients[0]?.status).toMatch(/^5\.1\.10?$/);
    expect(mail.report?.recipients[0]?.diagnostic).toMatch(/\S/);
  });

  test("[MAIL-115] the headers of the mail may be attached", async () => {
    const mail = await parse([
      "Return-Path: <>",
      "From: mailer-daemon@mail.example",
      "To: support@shop.example",
      "Subject: failure notice",
      "Content-Type: multipart/mixed; boundary=b",
      "",
      "--b",
      "",
      "Your message could not be delivered to ann@mail.example: mailbox not found",
      "--b",
      "Content-Type: message/rfc822",
      "",
      ...copy,
      "",
      "Our answer",
      "--b--",
    ]);
    expect(mail).toMatchObject({
      kind: "bounce",
      report: { originalMessageId: "m7@shop.example", recipients: [{ status: null }] },
    });
  });

  test("[MAIL-115] a delay, a person and a report without the mail are no bounces", async () => {
    const kind = async (...lines: readonly string[]): Promise<string> => (await parse(lines)).kind;
    const text = "Your message could not be delivered to ann@mail.example yet.";
    const server = ["Return-Path: <>", "From: mailer-daemon@mail.example"];
    expect(await kind(...server, "", text, "It will be retried for two days.", ...copy)).toBe(
      "auto_reply",
    );
    expect(await kind("From: Ann <ann@mail.example>", "", text, ...copy)).toBe("message");
    expect(await kind("From: postmaster@mail.example", "", text)).toBe("message");
    expect(await kind("From: postmaster@mail.example", "", "Hello", ...copy)).toBe("message");
  });
});
