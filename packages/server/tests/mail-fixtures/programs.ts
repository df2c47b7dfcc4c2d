/** A mail as a program sends it in the name of a customer, and the text that a person must read. */
export interface ProgramMail {
  readonly name: string;
  readonly raw: Buffer;
  readonly text: string;
}

type Lines = readonly string[];

/** Headers of groups, forms, help desks and clients, as they add them to the words of a person. */
const programs: Readonly<Record<string, (id: string) => Lines>> = {
  "Google group": (id) => [
    from(id),
    messageId(id),
    "List-ID: <help.lab.example>",
    "X-Google-Group-Id: 77",
    "Precedence: list",
    "List-Unsubscribe: <mailto:googlegroups-manage+77+unsubscribe@googlegroups.example>",
  ],
  "Mailman list": (id) => [
    from(id),
    messageId(id),
    "List-Id: Customers <customers.lists.example>",
    "X-Mailman-Version: 3.3.9",
    "Precedence: list",
    "Errors-To: customers-bounces@lists.example",
  ],
  "Exchange group": (id) => [
    from(id),
    messageId(id),
    "X-Auto-Response-Suppress: DR, OOF, AutoReply",
    "X-MS-Exchange-Parent-Message-Id: <parent@exchange.example>",
    "X-MS-Exchange-Generated-Message-Source: Mailbox Rules Agent",
  ],
  "form of a site": (id) => [
    `From: Shop website <wordpress@${domain(id)}>`,
    `Reply-To: Kim Case <kim@${domain(id)}>`,
    messageId(id),
    "X-Mailer: PHPMailer 7.0.1",
    "Auto-Submitted: auto-generated",
  ],
  "form with a fixed id": (id) => [
    `From: forms@${domain(id)}`,
    "Message-ID: <contact@localhost>",
    "X-PHP-Originating-Script: 33:mail.php",
    "Precedence: bulk",
  ],
  "help desk": (id) => [
    from(id),
    messageId(id),
    "Auto-Submitted: auto-generated",
    "X-Auto-Response-Suppress: All",
    "X-Mailer: Zendesk Mailer",
    "Feedback-ID: 42:zendesk",
  ],
  "mailing of a sales program": (id) => [
    from(id),
    messageId(id),
    "List-Unsubscribe: <https://crm.example/u>, <mailto:u@crm.example>",
    "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
    "X-Mailer: CRM",
  ],
  "accounting program": (id) => [from(id), "Precedence: junk", "X-Priority: 1", "Importance: high"],
  "forwarding rule": (id) => [
    `Resent-From: <all@${domain(id)}>`,
    "Resent-To: shop@lab.example",
    `X-Forwarded-To: shop@lab.example`,
    `X-Forwarded-For: all@${domain(id)} shop@lab.example`,
    `Delivered-To: all@${domain(id)}`,
    from(id),
    messageId(id),
  ],
  scanner: (id) => [
    `From: "Scanner 3" <scan@${domain(id)}>`,
    messageId(id),
    "Auto-Submitted: auto-generated",
    "X-Mailer: MFP",
    "Date: Thu, 01 Jan 1970 00:00:00 +0000",
  ],
  "client without a name": (id) => [
    `from:kim@${domain(id)}`,
    `MESSAGE-ID:<${id}@${domain(id)}>`,
    "In-Reply-To: <of-another-server@elsewhere.example>",
    "References: <of-another-server@elsewhere.example>",
  ],
  "client with raw headers": (id) => [
    `From: "Jürgen Größe, Einkauf" <jürgen@${domain(id)}>`,
    messageId(id),
    "X-Mailer: Lotus Notes Release 12",
    "X-MIMETrack: Itemize by SMTP Server",
    "Importance: Normal",
  ],
};

const domain = (id: string): string => `${id}.customer.example`;
const from = (id: string): string => `From: Kim Case <kim@${domain(id)}>`;
const messageId = (id: string): string => `Message-ID: <${id}@${domain(id)}>`;

/** Bodies, right and wrong: their headers and lines. The text is that of the question. */
const bodies: Readonly<Record<string, (question: string) => Buffer>> = {
  "plain text": (question) => write(["Content-Type: text/plain; charset=utf-8"], question),
  "only HTML": (question) =>
    write(
      ["MIME-Version: 1.0", "Content-Type: text/html"],
      `<html><head><meta charset="utf-8"></head><body><div>${question}</div></body></html>`,
    ),
  "a multipart with another boundary": (question) =>
    write(
      ['Content-Type: multipart/alternative; boundary="a"'],
      `--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${question}\r\n--b--`,
    ),
  "base64 that is none": (question) =>
    write(["Content-Type: text/plain", "Content-Transfer-Encoding: base64"], question),
  "an undeclared character set": (question) =>
    write(["Content-Type: text", "Content-Transfer-Encoding: 8bit"], question, "latin1"),
};
const write = (headers: Lines, body: string, charset: BufferEncoding = "utf8"): Buffer =>
  Buffer.concat([
    Buffer.from(`${headers.join("\r\n")}\r\n\r\n`),
    Buffer.from(`${body}\r\n`, charset),
  ]);

/** Returns a mail of each program with each body. Each has another sender and another text. */
export const buildProgramMails = (): readonly ProgramMail[] =>
  Object.entries(programs).flatMap(([program, listHeaders], p) =>
    Object.entries(bodies).map(([body, writeBody], b) => {
      const id = `m${p}x${b}`;
      const text = `Où est mon colis ${id}, déjà payé ?`;
      const head = [...listHeaders(id), "To: shop@lab.example", `Subject: ${program}`];
      const raw = Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n`), writeBody(text)]);
      return { name: `${program}, ${body}`, raw, text };
    }),
  );
