import { readFileSync } from "node:fs";
import { startCpuStopwatch } from "@parlour/testkit";
import { describe, expect, test } from "vitest";
import { toFailure } from "../src/http/errors.ts";
import { parseMail, type ParsedMail } from "../src/edges/mail/format/parse/index.ts";
import { generateText, type InputText } from "./hostile-inputs.ts";

/** Mails of tests/hostile-inputs.json. */
interface MailInput {
  readonly id: string;
  readonly title: string;
  readonly interface: string;
  readonly input: { readonly mail: InputText };
  readonly expect: {
    /** Fields of the parsed mail. Attachments are `name type size`. */
    readonly mail?: Readonly<Record<string, unknown>>;
    /** All faults that the mail must have. [] permits none. */
    readonly faults?: readonly string[];
    readonly attachment_names?: readonly string[];
    readonly attachment_count?: number;
    readonly recipient_count?: number;
    readonly reported_count?: number;
    readonly well_formed?: boolean;
    readonly error_code?: string;
    readonly max_ms?: number;
    readonly max_rss_growth_mib?: number;
    readonly behaviour?: string;
  };
}
const inputs = (
  JSON.parse(
    readFileSync(new URL("../../../tests/hostile-inputs.json", import.meta.url), "utf8"),
  ) as MailInput[]
).filter((entry) => entry.interface === "mail");

const options = {
  maxBytes: 32 * 1024 * 1024,
  receivedAt: Date.UTC(2026, 2, 3, 10),
  authenticationServers: ["mx.shop.example"],
  markers: ["test"],
};
const goodMail = Buffer.from(
  "From: Ann <ann@mail.example>\r\nMessage-ID: <good@mail.example>\r\nDate: Tue, 3 Mar 2026 10:00:00 +0100\r\n\r\nHello",
);

/** Checks by the `behaviour` sentence of the entry. */
const behaviourChecks: Readonly<Record<string, (mail: ParsedMail) => void>> = {
  "H-401": expectHash,
  "H-410": ({ text }) => expect(["Hello", "Hidden", ""]).toContain(text),
  "H-416": ({ references }) => {
    expect(references).toHaveLength(50);
    expect(references.slice(0, 2)).toEqual(["r0@mail.example", "r9951@mail.example"]);
    expect(references.at(-1)).toBe("r9999@mail.example");
  },
  "H-431": ({ text, html }) => expect(`${text}${html}`).not.toContain("<script"),
  "H-436": ({ text }) => expect(text).toContain("begin 644 run.exe\n#0V%T"),
  "H-444": ({ text, html }) => {
    // The view of the original is tested in mail-original.test.ts.
    expect(text).toBe("Hello");
    expect(html).toContain("<script>");
  },
  "H-460": expectHash,
};
function expectHash({ messageId }: ParsedMail): void {
  expect(messageId).toMatch(/^sha256:[0-9a-f]{64}$/);
}

const readBytes = (value: InputText): Buffer => {
  const mail = typeof value === "string" ? value.replaceAll("\n", "\r\n") : generateText(value);
  return typeof mail === "string" ? Buffer.from(mail) : mail;
};

function checkMail(mail: ParsedMail, expected: MailInput["expect"]): void {
  const names = mail.attachments.map(({ name }) => name);
  const shown = {
    ...mail,
    attachments: mail.attachments.map(
      ({ name, claimedType, content }) => `${name} ${claimedType} ${content.length}`,
    ),
  };
  if (expected.mail !== undefined) expect(shown).toMatchObject(expected.mail);
  if (expected.faults !== undefined)
    expect(mail.faults).toEqual(
      expected.faults.length === 0 ? [] : expect.arrayContaining([...expected.faults]),
    );
  if (expected.attachment_names !== undefined) expect(names).toEqual(expected.attachment_names);
  if (expected.attachment_count !== undefined)
    expect(mail.attachments).toHaveLength(expected.attachment_count);
  if (expected.recipient_count !== undefined)
    expect(mail.recipients).toHaveLength(expected.recipient_count);
  if (expected.reported_count !== undefined)
    expect(mail.report?.recipients).toHaveLength(expected.reported_count);
  const texts = [
    mail.text,
    mail.quote,
    mail.signature,
    mail.subject,
    mail.from?.name ?? "",
    ...names,
  ];
  for (const text of texts) {
    expect(text.isWellFormed()).toBe(true);
    expect(text).not.toContain("\u0000");
  }
  expect([mail.subject, mail.from?.name ?? "", ...names].join("")).not.toMatch(/[\r\n\u202e]/);
}

describe("hostile mails", () => {
  test.each(inputs.map((entry) => [entry.id, entry.title, entry] as const))(
    "[MAIL-007] %s %s",
    async (id, _title, { input, expect: expected }) => {
      const raw = readBytes(input.mail);
      const rss = process.memoryUsage().rss;
      const stopwatch = startCpuStopwatch();
      const result = await parseMail(raw, options).catch(toFailure);
      const ms = stopwatch();
      if (expected.max_ms !== undefined) expect(ms).toBeLessThan(expected.max_ms);
      if (expected.max_rss_growth_mib !== undefined)
        expect((process.memoryUsage().rss - rss) / (1024 * 1024)).toBeLessThan(
          expected.max_rss_growth_mib,
        );
      if (expected.error_code !== undefined) {
        expect(result).toMatchObject({ failure: expected.error_code });
      } else {
        const mail = result as ParsedMail;
        checkMail(mail, expected);
        behaviourChecks[id]?.(mail);
      }
      expect(await parseMail(goodMail, options)).toMatchObject({ text: "Hello", faults: [] });
    },
  );

  test("[MAIL-007] no sentence of the list stays unchecked", () => {
    const unchecked = inputs
      .filter((entry) => entry.expect.behaviour !== undefined && !(entry.id in behaviourChecks))
      .map(({ id }) => id);
    console.info(`mails: ${inputs.length}; unchecked ${unchecked.length}`);
    expect(inputs.length).toBeGreaterThanOrEqual(35);
    expect(unchecked).toEqual([]);
  });
});
