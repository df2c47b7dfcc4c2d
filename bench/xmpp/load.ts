import { toLoadResult, type LoadResult } from "../harness/load.ts";
import { openXmppClient, type XmppClient } from "./client.ts";
import { xmppDomain } from "./servers.ts";

/**
 * Customers with one connection each, who write to one operator. A message counts when the
 * operator's socket has received it, which is after both archives have stored it.
 */
export interface XmppLoad {
  /** Runs a closed loop: each customer waits until a message is delivered. */
  run(durationMs: number): Promise<LoadResult>;
  close(): void;
}

const operator = "operator";
/** Returns the accounts of a load. */
export const getXmppAccounts = (senders: number): readonly string[] => [
  operator,
  ...Array.from({ length: senders }, (_, i) => `c${i}`),
];
/** Marks the id of a message at the end of its text. */
const idPattern = /#(\d+-\d+)#/g;
/** Longer than an id, which may be cut between two chunks. */
const maxIdCharacters = 64;
/** A message that takes longer is lost. */
const deliveryTimeoutMs = 10_000;

export async function openXmppLoad(options: {
  readonly port: number;
  readonly senders: number;
  readonly text: string;
}): Promise<XmppLoad> {
  const { port, senders, text } = options;
  const pending = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  const fail = (reason: string): void => {
    for (const { reject } of pending.values()) reject(new Error(`XMPP: ${reason}`));
    pending.clear();
  };
  let unread = "";
  const receive = (chunk: string): void => {
    unread += chunk;
    let end = 0;
    for (const match of unread.matchAll(idPattern)) {
      end = match.index + match[0].length;
      pending.get(match[1] ?? "")?.resolve();
      pending.delete(match[1] ?? "");
    }
    unread = unread.slice(Math.max(end, unread.length - maxIdCharacters));
  };
  const clients: XmppClient[] = [];
  const open = async (account: string, onText: (chunk: string) => void): Promise<XmppClient> => {
    const onEnd = (reason: string): void => fail(`${account}: ${reason}`);
    const client = await openXmppClient({ port, account, onText, onEnd });
    clients.push(client);
    return client;
  };
  const close = (): void => {
    for (const client of clients) client.close();
  };
  try {
    (await open(operator, receive)).write("<presence/>");
    const customers: XmppClient[] = [];
    for (const account of getXmppAccounts(senders).slice(1))
      customers.push(
        await open(account, (chunk) => {
          if (/<stream:error|type=['"]error/.test(chunk)) fail(`${account} received ${chunk}`);
        }),
      );
    let run = 0;
    return {
      close,
      async run(durationMs) {
        run++;
        const latencies: number[] = [];
        const end = performance.now() + durationMs;
        const timer = setTimeout(
          () => fail(`${pending.size} messages were not delivered`),
          durationMs + deliveryTimeoutMs,
        );
        let sent = 0;
        const send = (customer: XmppClient, id: string): Promise<void> =>
          new Promise((resolve, reject) => {
            pending.set(id, { resolve, reject });
            customer.write(
              `<message to='${operator}@${xmppDomain}' type='chat' id='${id}'><body>${text} #${id}#</body></message>`,
            );
          });
        try {
          await Promise.all(
            customers.map(async (customer, i) => {
              for (let n = 0; performance.now() < end; n++) {
                const startedAt = performance.now();
                sent++;
                await send(customer, `${i}-${run * 1_000_000 + n}`);
                const now = performance.now();
                if (now <= end) latencies.push(now - startedAt);
              }
            }),
          );
        } finally {
          clearTimeout(timer);
        }
        return toLoadResult(latencies, { sent, statuses: {}, durationMs });
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}
