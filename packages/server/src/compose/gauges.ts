import type { Ground } from "./ground.ts";
import type { Sending } from "./sending.ts";

/** Of the parts that hold sockets. */
export interface SocketCounts {
  readonly realtime: () => {
    readonly sockets: number;
    readonly backlogged: number;
    readonly closedSlow: number;
    readonly catchingUp: number;
  };
}

/** Depths, ages and counts that parts keep, asked for when `/metrics` is read (R8). docs/operate/dashboard.json shows them. */
export function openGauges({ metrics, journal }: Ground, sending: Pick<Sending, "delivery" | "waiting">, sockets: SocketCounts): void {
  const { gauge, total } = metrics;
  gauge("journal_queue", "Commands that wait for the next commit", () => journal.stats().waiting);
  gauge("journal_queue_bytes", "Bytes of commands that wait", () => journal.stats().waitingBytes);
  gauge("journal_queue_oldest_seconds", "Age of the oldest command that waits", () => journal.stats().oldestMs / 1_000);
  gauge("journal_down_seconds", "How long the journal has had no connection; 0: it has one", () => journal.stats().downMs / 1_000);
  gauge("journal_ring_bytes", "Bytes of the latest entries kept for listeners", () => journal.stats().ringBytes);
  total("journal_commands", "Commands written", () => journal.stats().commands);
  total("journal_batches", "Batches committed", () => journal.stats().batches);
  total("journal_refused", "Commands refused because too much waited", () => journal.stats().refused);
  total("journal_repeats", "Batches sent again after a conflict", () => journal.stats().repeats);

  gauge("deliveries_under_way", "Requests to endpoints under way", () => sending.delivery.stats().underWay);
  gauge("deliveries_due", "Lanes with a delivery that is due and not under way", async () => (await sending.waiting()).lanes);
  gauge(
    "deliveries_oldest_due_seconds",
    "How long the oldest of them has been due",
    async () => (await sending.waiting()).oldestMs / 1_000,
  );
  total("deliveries_attempted", "Attempts made", () => sending.delivery.stats().attempted);

  gauge("sockets", "Operator sockets", () => sockets.realtime().sockets);
  gauge("sockets_catching_up", "Sockets that read what they missed", () => sockets.realtime().catchingUp);
  gauge("sockets_backlogged", "Sockets that read slower than is written", () => sockets.realtime().backlogged);
  total("sockets_closed_slow", "Sockets closed because they read too slowly", () => sockets.realtime().closedSlow);
}
