import { readFileSync } from "node:fs";
import { startMailServer } from "@parlour/testkit";
import { expect, test } from "vitest";
import { createSystemClock } from "../src/clock.ts";
import { openSocket } from "../src/egress/socket.ts";
import { sendMail } from "../src/mail/smtp.ts";
import type { Mail } from "../src/mail/settings.ts";

const fixture = (name: string): string =>
  readFileSync(new URL(`fixtures/tls/${name}`, import.meta.url), "utf8");
const mail: Mail = {
  to: ["ann@desk.example"],
  subject: "one\r\nBcc: all@evil.example",
  fromName: 'Eve" <eve@evil.example>\r\nX-Bad: 1',
  text: "body\r\n.\r\nMAIL FROM:<x>",
  html: "<p>body</p>",
  messageId: "parlour.1",
  pass: { kind: "test" } as Mail["pass"],
  isAutomatic: true,
};

test("[CFG-032] [CORE-120] both kinds of TLS, certificates verified; nothing of a mail is read as a header or a command", async () => {
  for (const kind of ["starttls", "implicit"] as const) {
    const server = await startMailServer({
      tls: { kind, key: fixture("peer.key"), cert: fixture("good.pem") },
    });
    const deps = (ca?: string) => ({
      clock: createSystemClock(),
      greeting: () => "desk.example",
      connect: (_to: object, signal: AbortSignal) =>
        openSocket({}, { host: "127.0.0.1", port: server.port }, signal),
      ...(ca === undefined ? {} : { ca }),
    });
    const to = {
      host: "ok.example",
      port: server.port,
      tls: kind,
      user: null,
      password: null,
      from: "chat@shop.example",
    };
    expect(await sendMail(deps(), to, mail, 5_000)).toMatchObject({
      step: "tls",
      outcome: "tls_failed",
    });
    expect(
      await sendMail(deps(fixture("ca.pem")), { ...to, host: "other.example" }, mail, 5_000),
    ).toMatchObject({ step: "tls" });
    expect(await sendMail(deps(fixture("ca.pem")), to, mail, 5_000)).toMatchObject({
      step: "sent",
      outcome: "delivered",
    });
    const [receivedMail] = server.received;
    expect(receivedMail).toMatchObject({
      from: "chat@shop.example",
      to: ["ann@desk.example"],
      subject: "one Bcc: all@evil.example",
    });
    expect(receivedMail?.text).toContain("MAIL FROM:<x>");
    expect(
      Object.keys(receivedMail?.headers ?? {}).filter((name) => name === "bcc" || name === "x-bad"),
    ).toEqual([]);
    expect(server.received).toHaveLength(1);
    await server.stop();
  }
});

test("[CFG-032] a server that says nothing ends the attempt in time", async () => {
  const { createServer } = await import("node:net");
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const address = silent.address() as { port: number };
  const to = {
    host: "127.0.0.1",
    port: address.port,
    tls: "none" as const,
    user: null,
    password: null,
    from: "chat@shop.example",
  };
  const connect = (_to: object, signal: AbortSignal) =>
    openSocket({}, { host: "127.0.0.1", port: address.port }, signal);
  const posted = await sendMail(
    { clock: createSystemClock(), greeting: () => "desk.example", connect },
    to,
    mail,
    200,
  );
  expect(posted).toMatchObject({ step: "greeting", outcome: "timeout", mayRepeat: true });
  silent.close();
});
