import { toLoadResult, type LoadOptions, type LoadResult } from "./load.ts";
import { openRawSocket, type RawSocket } from "./raw-socket.ts";

/**
 * Runs the closed loop of `runLoad` over Socket.IO: each sender emits a message and waits for its
 * acknowledgement.
 */
export async function runSocketIoLoad(
  options: Pick<LoadOptions, "port" | "senders" | "durationMs" | "body">,
): Promise<LoadResult> {
  const latencies: number[] = [];
  const statuses: Record<number, number> = {};
  let sent = 0;
  const senders = await Promise.all(
    Array.from({ length: options.senders }, () => openSender(options.port)),
  );
  const start = performance.now();
  const end = start + options.durationMs;
  await Promise.all(
    senders.map(async (sender, i) => {
      for (let n = 0; performance.now() < end; n++) {
        const startedAt = performance.now();
        sent++;
        const isStored = await sender.emit(n % 100_000, options.body(i, n));
        const now = performance.now();
        if (!isStored) statuses[500] = (statuses[500] ?? 0) + 1;
        else if (now <= end) latencies.push(now - startedAt);
      }
    }),
  );
  for (const sender of senders) sender.close();
  return toLoadResult(latencies, { sent, statuses, durationMs: options.durationMs });
}

interface Sender {
  emit(id: number, body: string): Promise<boolean>;
  close(): void;
}
async function openSender(port: number): Promise<Sender> {
  let acknowledged = (_isStored: boolean): void => undefined;
  let connected = (): void => undefined;
  const isConnected = new Promise<void>((resolve) => {
    connected = resolve;
  });
  const socket: RawSocket = await openRawSocket({
    port,
    path: "/socket.io/?EIO=4&transport=websocket",
    onText(bytes, start, end) {
      const type = bytes[start];
      if (type === 0x30) setImmediate(() => socket.send("40"));
      else if (type === 0x32) socket.send("3");
      else if (bytes[start + 1] === 0x30) connected();
      else if (bytes[start + 1] === 0x33)
        acknowledged(bytes.toString("latin1", start, end).endsWith('[{"result":"ok"}]'));
    },
    onClose: () => acknowledged(false),
  });
  await isConnected;
  return {
    emit: (id, body) =>
      new Promise((resolve) => {
        acknowledged = resolve;
        socket.send(`42${id}["message",${body}]`);
      }),
    close: () => socket.close(),
  };
}
