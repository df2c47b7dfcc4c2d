import { connect } from "node:net";
import { xmppDomain, xmppPassword } from "./servers.ts";

/** A minimal XMPP client: SASL PLAIN over a raw socket to 127.0.0.1, without TLS. */
export interface XmppClient {
  write(text: string): void;
  close(): void;
}
export interface XmppClientOptions {
  readonly port: number;
  readonly account: string;
  /** Called with received text after the handshake, cut anywhere. */
  readonly onText: (text: string) => void;
  /** Called if the connection ends before `close`. */
  readonly onEnd: (reason: string) => void;
}

const streamHeader = `<?xml version='1.0'?><stream:stream to='${xmppDomain}' version='1.0' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>`;
/** The answers of a handshake are short. */
const maxHandshakeCharacters = 64 * 1024;

/** Opens a connection of an account: authenticates and binds a resource. */
export async function openXmppClient(options: XmppClientOptions): Promise<XmppClient> {
  const socket = connect({ port: options.port, host: "127.0.0.1", noDelay: true });
  socket.setEncoding("utf8");
  let received = "";
  let onData = (): void => undefined;
  let onEnd = options.onEnd;
  let endReason: string | null = null;
  socket.on("data", (chunk: string) => {
    received += chunk;
    onData();
  });
  const handleEnd = (reason: string): void => {
    endReason ??= reason;
    onData();
    onEnd(endReason);
  };
  socket.once("error", (error) => handleEnd(error.message));
  socket.once("close", () => handleEnd("connection closed"));
  /** Waits for a pattern and drops what was received until its end. */
  const expect = (pattern: RegExp): Promise<void> =>
    new Promise((resolve, reject) => {
      onData = () => {
        const match = pattern.exec(received);
        if (match !== null) {
          received = received.slice(match.index + match[0].length);
          resolve();
        } else if (endReason !== null || received.length > maxHandshakeCharacters)
          reject(
            new Error(`XMPP: ${endReason ?? "too long"}, expected ${pattern}, got ${received}`),
          );
      };
      onData();
    });
  const credentials = Buffer.from(`\0${options.account}\0${xmppPassword}`).toString("base64");
  try {
    socket.write(streamHeader);
    await expect(/<\/stream:features>/);
    socket.write(
      `<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${credentials}</auth>`,
    );
    await expect(/<success\b[^>]*>/);
    socket.write(streamHeader);
    await expect(/<\/stream:features>/);
    socket.write(
      "<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><resource>bench</resource></bind></iq>",
    );
    await expect(/<\/iq>/);
  } catch (error) {
    onEnd = () => undefined;
    socket.destroy();
    throw error;
  }
  onData = () => {
    const text = received;
    received = "";
    if (text.length > 0) options.onText(text);
  };
  onData();
  return {
    write: (text) => void socket.write(text),
    close() {
      onEnd = () => undefined;
      socket.destroy();
    },
  };
}
