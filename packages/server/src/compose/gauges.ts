import { within } from "../embedded/pause.ts";
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
export function openGauges(ground: Ground, sending: Pick<Sending, "delivery" | "waiting">, sockets: SocketCounts): void {
  const { metrics, journal } = ground;
  const { gauge, total } = metrics;
  const waiting = waitingNow(ground, sending);
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
  gauge("deliveries_due", "Lanes with a delivery that is due and not under way", async () => (await waiting())?.lanes ?? null);
  gauge("deliveries_oldest_due_seconds", "How long the oldest of them has been due", async () => {
    const found = await waiting();
    return found && found.oldestMs / 1_000;
  });
  total("deliveries_attempted", "Attempts made", () => sending.delivery.stats().attempted);

  gauge("sockets", "Operator sockets", () => sockets.realtime().sockets);
  gauge("sockets_catching_up", "Sockets that read what they missed", () => sockets.realtime().catchingUp);
  gauge("sockets_backlogged", "Sockets that read slower than is written", () => sockets.realtime().backlogged);
  total("sockets_closed_slow", "Sockets closed because they read too slowly", () => sockets.realtime().closedSlow);
}

/** How long a scrape waits for the one figure that is asked of the database, ms. */
const patienceMs = 1_500;

/** Asked once for both figures. null while the database does not tell: the others, how long it is gone among them, must be there just then. */
function waitingNow({ clock, journal }: Pick<Ground, "clock" | "journal">, { waiting }: Pick<Sending, "waiting">) {
  type Waiting = Awaited<ReturnType<typeof waiting>> | null;
  let underWay: Promise<Waiting> | null = null;
  const ask = async (): Promise<Waiting> => {
    if (journal.stats().downMs > 0) return null;
    const answer: Promise<Waiting> = waiting().catch(() => null);
    return (await within(clock, patienceMs, answer)) ? answer : null;
  };
  return (): Promise<Waiting> => (underWay ??= ask().finally(() => (underWay = null)));
}
