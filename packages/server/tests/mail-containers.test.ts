import { readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { parseMail, type ParsedMail } from "../src/edges/mail/format/parse/index.ts";

const options = {
  maxBytes: 1024 * 1024,
  receivedAt: Date.UTC(2026, 2, 3, 10),
  authenticationServers: [],
  markers: ["test"],
};
const parseFile = (type: string, name: string, content: Buffer, text = ""): Promise<ParsedMail> =>
  parseMail(
    Buffer.from(
      [
        "From: Ann Lee <ann@mail.example>",
        "Message-ID: <c1@mail.example>",
        "Date: Tue, 3 Mar 2026 10:00:00 +0100",
        'Content-Type: multipart/mixed; boundary="b"',
        "",
        "--b",
        "Content-Type: text/plain",
        "",
        text,
        "--b",
        `Content-Type: ${type}; name="${name}"`,
        "Content-Transfer-Encoding: base64",
        "",
        content.toString("base64"),
        "--b--",
      ].join("\r\n"),
    ),
    options,
  );
const listFiles = ({ attachments }: ParsedMail): readonly string[] =>
  attachments.map(({ name, content }) => `${name} ${content.length}`);

/** Writes an element of BER. */
function ber(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(content.length);
  return Buffer.concat([Buffer.from([tag, 0x84]), size, content]);
}
/** Writes an element of indefinite length, as programs do that write while they read. */
const openBer = (tag: number, ...contents: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([tag, 0x80]), ...contents, Buffer.from([0, 0])]);
const oid = (hex: string): Buffer => ber(0x06, Buffer.from(hex, "hex"));
const data = oid("2a864886f70d010701");

const inner = Buffer.from(
  "Content-Type: multipart/mixed; boundary=i\r\n\r\n--i\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nGrüße\r\n" +
    "--i\r\nContent-Type: application/pdf; name=a.pdf\r\n\r\n%PDF\r\n--i--\r\n",
);

describe("S/MIME", () => {
  test("[MAIL-113] signed text in pieces of indefinite length is read with its files", async () => {
    const signed = openBer(
      0x30,
      oid("2a864886f70d010702"),
      openBer(
        0xa0,
        openBer(
          0x30,
          ber(0x02, Buffer.from([1])),
          ber(0x31),
          openBer(
            0x30,
            data,
            openBer(
              0xa0,
              openBer(0x24, ber(0x04, inner.subarray(0, 50)), ber(0x04, inner.subarray(50))),
            ),
          ),
        ),
      ),
    );
    const mail = await parseFile(
      "application/pkcs7-mime; smime-type=signed-data",
      "smime.p7m",
      signed,
    );
    expect(mail).toMatchObject({ text: "Grüße", faults: ["signature_not_checked"] });
    expect(listFiles(mail)).toEqual(["a.pdf 4", `smime.p7m ${signed.length}`]);
  });

  test("[MAIL-113] compressed content is read up to the size of a mail", async () => {
    const compress = (content: Buffer): Buffer =>
      ber(
        0x30,
        oid("2a864886f70d0109100109"),
        ber(
          0xa0,
          ber(
            0x30,
            ber(0x02, Buffer.from([0])),
            ber(0x30, oid("2a864886f70d0109100308")),
            ber(0x30, data, ber(0xa0, ber(0x04, deflateSync(content)))),
          ),
        ),
      );
    expect(await parseFile("application/x-pkcs7-mime", "a.p7z", compress(inner))).toMatchObject({
      text: "Grüße",
      faults: [],
    });
    const bomb = await parseFile(
      "application/pkcs7-mime",
      "a.p7m",
      compress(Buffer.alloc(2 * options.maxBytes, 0x20)),
    );
    expect(bomb.attachments.map(({ name }) => name)).toEqual(["a.p7m"]);
  });

  test("[MAIL-114] an encrypted mail says so and remains a file", async () => {
    const encrypted = ber(0x30, oid("2a864886f70d010703"), ber(0xa0, ber(0x30)));
    const mail = await parseFile("application/pkcs7-mime", "smime.p7m", encrypted);
    expect(mail.faults).toEqual(["encrypted"]);
    expect(listFiles(mail)).toEqual([`smime.p7m ${encrypted.length}`]);
    const pgp = "-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----";
    expect((await parseFile("text/plain", "a.txt", Buffer.from(""), pgp)).faults).toContain(
      "encrypted",
    );
  });

  test("[MAIL-113] what is no container remains a file", async () => {
    for (const content of [
      "text",
      "\u0030\u0080\u0030\u0080",
      "\u0030\u0084\u007f\u007f\u007f\u007f",
    ]) {
      const mail = await parseFile(
        "application/pkcs7-mime",
        "smime.p7m",
        Buffer.from(content, "latin1"),
      );
      expect(listFiles(mail)).toEqual([`smime.p7m ${content.length}`]);
    }
  });
});

/** Writes an attribute of TNEF. */
function attribute(level: number, id: number, content: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUInt8(level, 0);
  head.writeUInt32LE(id, 1);
  head.writeUInt32LE(content.length, 5);
  return Buffer.concat([head, content, Buffer.alloc(2)]);
}
/** Writes properties: type, id, bytes. */
function properties(...list: readonly (readonly [number, number, Buffer])[]): Buffer {
  const number = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bytes;
  };
  return Buffer.concat([
    number(list.length),
    ...list.flatMap(([type, id, content]) => [
      number(type + id * 0x10000),
      ...(type === 0x03 ? [content] : [number(1), number(content.length), content]),
      Buffer.alloc(type === 0x03 ? 0 : (4 - (content.length % 4)) % 4),
    ]),
  ]);
}
const tnef = (...attributes: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from("789f3e220100", "hex"), ...attributes]);
const file = [
  attribute(2, 0x00069002, Buffer.alloc(14)),
  attribute(2, 0x00018010, Buffer.from("LONGNA~1.PDF\0")),
  attribute(2, 0x0006800f, Buffer.from("%PDF")),
  attribute(
    2,
    0x00069005,
    properties(
      [0x03, 0x3705, Buffer.from([1, 0, 0, 0])],
      [0x1f, 0x3707, Buffer.from("Größe 42.pdf\0", "utf16le")],
      [0x1e, 0x370e, Buffer.from("application/pdf\0")],
    ),
  ),
];
const rtf = (text: string): Buffer => {
  const header = Buffer.alloc(16);
  header.writeUInt32LE(text.length + 12, 0);
  header.writeUInt32LE(text.length, 4);
  header.write("MELA", 8, "latin1");
  return Buffer.concat([header, Buffer.from(text, "latin1")]);
};

describe("winmail.dat", () => {
  test("[MAIL-113] text and files of Outlook are read", async () => {
    const content = tnef(
      attribute(1, 0x00069007, Buffer.from([0xe3, 4, 0, 0, 0, 0, 0, 0])),
      attribute(1, 0x0002800c, Buffer.from([0xc3, 0xe4, 0xe5, 0x3f, 0])),
      ...file,
    );
    const mail = await parseFile("application/ms-tnef", "winmail.dat", content);
    expect(mail).toMatchObject({ text: "Где?", faults: [] });
    expect(listFiles(mail)).toEqual(["Größe 42.pdf 4"]);
    expect(mail.attachments[0]?.claimedType).toBe("application/pdf");
  });

  test("[MAIL-113] the text of the mail comes before that of the container", async () => {
    const content = tnef(attribute(1, 0x0002800c, Buffer.from("Other text\0")), ...file);
    const mail = await parseFile("application/octet-stream", "winmail.dat", content, "My text");
    expect(mail.text).toBe("My text");
    expect(listFiles(mail)).toEqual(["Größe 42.pdf 4"]);
  });

  test("[MAIL-113] HTML and RTF are text too", async () => {
    const read = async (id: number, content: Buffer): Promise<string> =>
      (
        await parseFile(
          "application/vnd.ms-tnef",
          "win.dat",
          tnef(attribute(1, 0x00069003, properties([0x102, id, content]))),
        )
      ).text;
    expect(await read(0x1013, Buffer.from("<p>Where is <b>my</b> order?</p>"))).toBe(
      "Where is my order?",
    );
    expect(
      await read(
        0x1009,
        rtf(
          "{\\rtf1\\ansi\\ansicpg1251{\\fonttbl{\\f0 Arial;}}{\\*\\generator X;}\\uc1\\f0 \\'c3\\'e4\\'e5 \\u1084?\\u1086?\\u1081?\\par\\b order\\b0 ?\\par}",
        ),
      ),
    ).toBe("Где мой\norder?");
    // The compressed form, from the example of MS-OXRTFCP 4.1.1.
    expect(
      await read(
        0x1009,
        Buffer.from(
          "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0",
          "hex",
        ),
      ),
    ).toBe("hello world");
  });

  test("[MAIL-113] cut and broken containers remain files, or give what can be read", async () => {
    const whole = tnef(attribute(1, 0x0002800c, Buffer.from("Text\0")), ...file);
    for (let length = 0; length < whole.length; length += 7) {
      const mail = await parseFile("application/ms-tnef", "winmail.dat", whole.subarray(0, length));
      expect(mail.text !== "" || mail.attachments.length > 0, String(length)).toBe(true);
    }
    const url = new URL("mail-fixtures/received/signed-smime.eml", import.meta.url);
    const signed = readFileSync(url).subarray(0, -800);
    expect((await parseMail(signed, options)).attachments).toHaveLength(1);
  });
});
