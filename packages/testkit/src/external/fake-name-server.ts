import { createSocket } from "node:dgram";
import type { AddressInfo } from "node:net";

/** Records of a domain, by its name. */
interface NameServerRecords {
  /** Mail exchangers, the preferred one first. */
  readonly mx?: readonly string[];
  /** Servers of a service. The key is a name such as `_imaps._tcp.shop.example`. */
  readonly srv?: readonly { readonly host: string; readonly port: number }[];
  readonly txt?: readonly string[];
}
/** A name server on this machine that knows MX, SRV and TXT records. */
export interface FakeNameServer {
  /** `host:port` of the server. */
  readonly address: string;
  /** Records by name. Other names do not exist. */
  readonly records: Record<string, NameServerRecords>;
  /** The names that were asked for, in order. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

const types = { mx: 15, txt: 16, srv: 33 } as const;

/** Starts a name server (RFC 1035) that answers over UDP. */
export async function startNameServer(): Promise<FakeNameServer> {
  const records: Record<string, NameServerRecords> = {};
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    const { name, type, end } = readQuestion(query);
    asked.push(name);
    socket.send(
      buildAnswer(query.subarray(0, end), listData(records[name], type), type),
      port,
      address,
    );
  });
  await new Promise<void>((done) => socket.bind(0, "127.0.0.1", done));
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    records,
    asked,
    close: () => new Promise((done) => socket.close(() => done())),
  };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function listData(found: NameServerRecords | undefined, type: number): readonly Buffer[] {
  if (type === types.mx)
    return (found?.mx ?? []).map((host, n) => Buffer.concat([toUint16([n]), toName(host)]));
  if (type === types.txt)
    return (found?.txt ?? []).map((text) =>
      Buffer.concat([Buffer.from([text.length]), Buffer.from(text, "latin1")]),
    );
  if (type !== types.srv) return [];
  return (found?.srv ?? []).map(({ host, port }, n) =>
    Buffer.concat([toUint16([n, 0, port]), toName(host)]),
  );
}

function buildAnswer(question: Buffer, data: readonly Buffer[], type: number): Buffer {
  const head = Buffer.from(question);
  // An answer with recursion; no such name without records.
  head.writeUInt16BE(data.length > 0 ? 0x81_80 : 0x81_83, 2);
  head.writeUInt16BE(data.length, 6);
  head.writeUInt32BE(0, 8);
  const answers = data.map((value) =>
    // The name is that of the question, the class is IN, and the answer is valid for a minute.
    Buffer.concat([toUint16([0xc0_0c, type, 1, 0, 60, value.length]), value]),
  );
  return Buffer.concat([head, ...answers]);
}

const toName = (host: string): Buffer =>
  Buffer.concat([
    ...host
      .split(".")
      .filter(Boolean)
      .map((label) => Buffer.from([label.length, ...Buffer.from(label, "latin1")])),
    Buffer.from([0]),
  ]);
function toUint16(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, n) => bytes.writeUInt16BE(value, n * 2));
  return bytes;
}
