import { once } from "node:events";
import { readFileSync } from "node:fs";
import net from "node:net";
import { createTransport } from "nodemailer";
import { afterEach, describe, expect, test } from "vitest";
import { ManualClock } from "../src/clock.ts";
import {
  startSmtpReceiver,
  type ReceivedMail,
  type SmtpAnswer,
  type SmtpReceiver,
} from "../src/edges/mail/inbound/smtp/smtp-receiver.ts";

/** The SMTP receiver, over real connections of a mail client and of hostile peers. */

const address = "shop@lab.example";
let receiver: SmtpReceiver | null = null;
afterEach(async () => {
  await receiver?.close();
  receiver = null;
});

/** Opens a connection. Resolves after the greeting. */
async function connect(port: number): Promise<net.Socket> {
  const socket = net.connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "data");
  return socket;
}

const certificate = (name: string): string =>
  readFileSync(new URL(`fixtures/tls/${name}`, import.meta.url), "utf8");

async function open(
  more: { readonly maxMailBytes?: number; readonly tls?: { cert: string; key: string } } = {},
) {
  const clock = new ManualClock();
  const received: ReceivedMail[] = [];
  const refused: SmtpAnswer[] = [];
  const answers: (SmtpAnswer | Error | null)[] = [];
  let isDatabaseAway = false;
  receiver = await startSmtpReceiver(
    {
      clock,
      maxMailBytes: more.maxMailBytes ?? 100_000,
      hostName: () => "parlour.test",
      isRecipient: (recipient) =>
        isDatabaseAway
          ? Promise.reject(new Error("the database is away"))
          : Promise.resolve(recipient.replace(/\+[^@]*/, "") === address),
      receive: (mail) => {
        const answer = answers.shift() ?? null;
        if (answer instanceof Error) return Promise.reject(answer);
        if (answer === null) received.push(mail);
        return Promise.resolve(answer);
      },
      onRefused: (_mail, answer) => void refused.push(answer),
      onFault: () => undefined,
    },
    { host: "127.0.0.1", port: 0, tls: more.tls ?? null },
  );
  const { port } = receiver;
  return {
    clock,
    port,
    received,
    refused,
    answers,
    setDatabaseAway: (isAway: boolean) => void (isDatabaseAway = isAway),
    /** Sends a mail as a mail server does. Resolves with the status of the answer. */
    async send(to: string | string[], text = "hello"): Promise<number> {
      const transport = createTransport({
        host: "127.0.0.1",
        port,
        secure: false,
        requireTLS: more.tls !== undefined,
        tls: { ca: certificate("ca.pem"), servername: "ok.example" },
      });
      try {
        const info = await transport.sendMail({ from: "anna@customer.example", to, text });
        return Number(info.response.slice(0, 3));
      } catch (error) {
        return (error as { responseCode?: number }).responseCode ?? 0;
      }
    },
    /**
     * Sends bytes after the greeting, without waiting for answers. Resolves with the answers when
     * the server has ended the connection.
     */
    async sendBytes(...pieces: (string | Buffer)[]): Promise<string> {
      const socket = await connect(port);
      let answer = "";
      socket.on("data", (bytes) => (answer += bytes.toString()));
      const ended = once(socket, "close");
      for (const piece of pieces) if (socket.writable) socket.write(piece);
      await ended;
      return answer;
    },
  };
}
const envelope = `EHLO x\r\nMAIL FROM:<anna@customer.example>\r\nRCPT TO:<${address}>\r\nDATA\r\n`;
const statuses = (answer: string): string[] =>
  answer.match(/^\d{3} /gm)?.map((s) => s.trim()) ?? [];

describe("mails", () => {
  test(
    "[MAIL-050] [MAIL-051] a mail for a channel is answered 250 after it is stored, others are refused",
    { meta: { pin: "main path of email that arrives" } },
    async () => {
      const fixture = await open();
      expect(await fixture.send([address, "shop+token@lab.example"])).toBe(250);
      expect(fixture.received).toMatchObject([
        { from: "anna@customer.example", recipients: [address, "shop+token@lab.example"] },
      ]);
      expect(fixture.received[0]?.raw.toString()).toMatch(
        /^Return-Path: <anna@customer.example>\r\nDelivered-To: shop@lab.example\r\nDelivered-To: shop\+token@/,
      );
      expect(await fixture.send("stranger@lab.example")).toBe(550);
      fixture.answers.push({ status: 554, text: "no" }, new Error("the database is away"));
      expect(await fixture.send(address)).toBe(554);
      expect(await fixture.send(address)).toBe(451);
      fixture.setDatabaseAway(true);
      expect(await fixture.send(address)).toBe(451);
      expect(fixture.received).toHaveLength(1);
    },
  );
  test("[MAIL-052] a mail above the limit is refused before and after its transfer, and reported", async () => {
    const fixture = await open({ maxMailBytes: 10_000 });
    expect(await fixture.send(address, "x".repeat(20_000))).toBe(552);
    const body = `Subject: s\r\n\r\n${"y".repeat(70).concat("\r\n").repeat(500)}.\r\nQUIT\r\n`;
    expect(statuses(await fixture.sendBytes(envelope, body)).at(-2)).toBe("552");
    expect(fixture.received).toEqual([]);
    expect(fixture.refused.map(({ status }) => status)).toEqual([552, 552]);
    expect(await fixture.send(address)).toBe(250);
  });
});

describe("encryption", () => {
  const tls = { cert: certificate("good.pem"), key: certificate("peer.key") };
  test("[CFG-123] STARTTLS is offered with a certificate, and not without one", async () => {
    const encrypted = await open({ tls });
    expect(await encrypted.send(address)).toBe(250);
    expect(encrypted.received).toHaveLength(1);
    await receiver?.close();
    const plain = await open();
    expect(await plain.sendBytes("EHLO x\r\nSTARTTLS\r\nQUIT\r\n")).not.toContain("STARTTLS");
  });
  test("[MAIL-054] [H-562] commands that follow STARTTLS without encryption are not executed", async () => {
    const fixture = await open({ tls });
    const socket = await connect(fixture.port);
    // With its end, because a server that drops the commands would wait for a handshake.
    socket.resume().end(`EHLO x\r\nSTARTTLS\r\n${envelope}Subject: s\r\n\r\nhello\r\n.\r\n`);
    await once(socket, "close");
    expect(fixture.received).toEqual([]);
  });
});

describe("hostile peers", () => {
  test("[MAIL-053] [MAIL-086] [H-560] of ten thousand recipients 100 are accepted, and the session ends after 1,000 commands", async () => {
    const fixture = await open();
    const recipients = Array.from(
      { length: 10_000 },
      (_, n) => `RCPT TO:<shop+${n}@lab.example>\r\n`,
    );
    const answer = await fixture.sendBytes(
      "EHLO x\r\nMAIL FROM:<a@b.example>\r\n",
      ...recipients,
      "DATA\r\n",
      "Subject: s\r\n\r\nhello\r\n.\r\nQUIT\r\n",
    );
    // The greeting, the sender and 998 recipients are 1,000 commands. No command follows them.
    expect(statuses(answer).filter((status) => status === "452")).toHaveLength(898);
    expect(statuses(answer).at(-1)).toBe("421");
    expect(fixture.received).toEqual([]);
  });
  test("[MAIL-053] [H-561] a peer that guesses addresses is disconnected after 20", async () => {
    const fixture = await open();
    const guesses = Array.from({ length: 100 }, (_, n) => `RCPT TO:<guess${n}@lab.example>\r\n`);
    const answer = await fixture.sendBytes("EHLO x\r\nMAIL FROM:<a@b.example>\r\n", ...guesses);
    expect(statuses(answer).filter((status) => status === "550")).toHaveLength(20);
    expect(statuses(answer).at(-1)).toBe("421");
  });
  test.each([
    ["\n.\n", "bare line feeds"],
    ["\n.\r\n", "a bare line feed before the dot"],
    ["\r\n.\n", "a bare line feed after the dot"],
    ["\r.\r", "bare carriage returns"],
    ["\r\n\0.\r\n", "a NUL before the dot"],
  ])("[MAIL-054] [H-562] smuggling with %j (%s) ends no mail: one mail is stored", async (end) => {
    const fixture = await open();
    const smuggled = `${envelope.replace("EHLO x\r\n", "").replace("anna", "boss")}Subject: forged\r\n\r\nforged\r\n.\r\n`;
    await fixture.sendBytes(envelope, `Subject: s\r\n\r\nhello${end}${smuggled}`, "QUIT\r\n");
    expect(fixture.received).toHaveLength(1);
    expect(fixture.received[0]?.from).toBe("anna@customer.example");
    expect(fixture.received[0]?.raw.toString()).toContain("RCPT TO:");
  });
  test("[MAIL-054] [H-563] a peer that sends commands before the greeting is disconnected", async () => {
    const fixture = await open();
    const socket = net.connect(fixture.port, "127.0.0.1");
    socket.write(`${envelope}Subject: s\r\n\r\nhello\r\n.\r\nQUIT\r\n`);
    const [answer] = (await once(socket, "data")) as [Buffer];
    expect(answer.toString()).toMatch(/^421 /);
    socket.destroy();
    expect(fixture.received).toEqual([]);
  });
  test("[MAIL-054] [H-564] a request of a browser, endless lines and a lost connection store nothing", async () => {
    const fixture = await open();
    expect(await fixture.sendBytes("POST / HTTP/1.1\r\nHost: x\r\n\r\n", envelope)).toContain(
      "421",
    );
    await fixture.sendBytes("EHLO ".concat("x".repeat(100_000)), "\r\n");
    const socket = await connect(fixture.port);
    socket.resume().write(`${envelope}Subject: s\r\n\r\nhel`);
    await expect.poll(() => fixture.clock.pending().length).toBe(3);
    socket.destroy();
    await expect.poll(() => fixture.refused.length).toBe(1);
    expect(fixture.received).toEqual([]);
    expect(await fixture.send(address)).toBe(250);
  });
  test("[MAIL-053] [MAIL-086] [H-565] a transfer of less than 30 KiB in 30 s is given up", async () => {
    const fixture = await open();
    const socket = await connect(fixture.port);
    socket.resume().write(`${envelope}Subject: s\r\n\r\n`);
    await expect.poll(() => fixture.clock.pending().length).toBe(3);
    await fixture.clock.advance(30_000);
    await expect
      .poll(() => fixture.refused)
      .toEqual([{ status: 421, text: "The transfer is too slow" }]);
    socket.destroy();
  });
  test("[MAIL-086] a session ends after 10 minutes", async () => {
    const fixture = await open();
    const socket = await connect(fixture.port);
    const answer = once(socket, "data");
    await fixture.clock.advance(600_000);
    expect(String((await answer)[0])).toMatch(/^421 /);
    socket.destroy();
  });
  test("[MAIL-086] one network has a fifth of the connections, and a place is free when one ends", async () => {
    const fixture = await open();
    const greetings = await Promise.all(
      Array.from({ length: 21 }, async () => {
        const socket = net.connect(fixture.port, "127.0.0.1");
        socket.on("error", () => undefined);
        const [greeting] = (await once(socket, "data")) as [Buffer];
        return { socket, status: greeting.toString().slice(0, 3) };
      }),
    );
    expect(greetings.filter(({ status }) => status === "220")).toHaveLength(20);
    expect(greetings.filter(({ status }) => status === "421")).toHaveLength(1);
    expect(await fixture.send(address)).not.toBe(250);
    greetings.find(({ status }) => status === "220")?.socket.destroy();
    await expect.poll(() => fixture.send(address)).toBe(250);
    for (const { socket } of greetings) socket.destroy();
  });
});
