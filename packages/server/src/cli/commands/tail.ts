import type { Events } from "@parlour/protocol/api";
import { parseCommandArgs, UsageError, type Command, type CommandDeps } from "../command.ts";
import { openFileTarget } from "../tail/file-target.ts";
import { openPostgresTarget } from "../tail/postgres-target.ts";
import { FeedRefusal, findStart, readEvents, type EventSource } from "../tail/read-events.ts";
import type { EventTarget } from "../tail/targets.ts";

/** Copies the events of an account into a file or a database, each once (CLI-006). */
export const tailCommand: Command = {
  name: "tail",
  usage:
    "parlour tail [--url URL] [--types NAMES] [--from start|now] [--schema NAME] [--once] [--reset] --to FILE|postgres://…",
  help:
    "Follows the events of an account and stores each of them once, also after a crash. The environment variable PARLOUR_KEY is an API key with the scope chats.read.\n" +
    "  --to TARGET     a file of JSON Lines, or a PostgreSQL database, which gets tables\n" +
    "  --url URL       the installation (PARLOUR_URL if absent)\n" +
    "  --types NAMES   names of events, separated by commas (all if absent), and settings_changed, which announces erasures\n" +
    "  --from PLACE    start: all events that are stored; now: later ones. Counts for an empty target only (start if absent)\n" +
    "  --schema NAME   schema of the tables (parlour if absent)\n" +
    "  --once          end when all events are stored\n" +
    "  --reset         remove what the target contains and begin anew",
  async run(args, deps) {
    const { values } = parseCommandArgs(
      args,
      {
        to: { type: "string" },
        url: { type: "string" },
        types: { type: "string" },
        from: { type: "string" },
        schema: { type: "string" },
        once: { type: "boolean" },
        reset: { type: "boolean" },
      },
      0,
    );
    if (typeof values.to !== "string") throw new UsageError("--to FILE|postgres://… is missing");
    const from = values.from ?? "start";
    if (from !== "start" && from !== "now") throw new UsageError("--from is start or now");
    const ending = endOnSignal();
    try {
      const source = createSource(values, deps, ending.signal);
      const target = await openTarget(values.to, String(values.schema ?? "parlour"), deps);
      try {
        if (values.reset === true) await target.reset();
        return await copyEvents(source, target, { from, isOnce: values.once === true }, deps);
      } finally {
        await target.close();
      }
    } finally {
      ending.close();
    }
  },
};

async function copyEvents(
  source: EventSource,
  target: EventTarget,
  { from, isOnce }: { readonly from: "start" | "now"; readonly isOnce: boolean },
  { out, err }: CommandDeps,
): Promise<number> {
  try {
    let cursor = await target.findCursor();
    if (cursor === null) {
      cursor = await findStart(source, from);
      // Otherwise a later run without events would begin somewhere else.
      await target.write(createEmptyPage(cursor));
    }
    let events = 0;
    for await (const page of readEvents(source, cursor, isOnce)) {
      await target.write(page);
      events += page.events.length;
      if (!isOnce || !page.more) out(`${events} events, up to ${page.cursor}`);
    }
    return 0;
  } catch (error) {
    if (source.signal.aborted) return 0;
    if (!(error instanceof FeedRefusal)) throw error;
    err(
      error.code === "cursor_gone"
        ? "a backup was restored, so the stored events may have been replaced; begin anew with --reset"
        : `the installation refuses: ${error.message}`,
    );
    return 1;
  }
}

const createEmptyPage = (cursor: string): Events => ({
  epoch: cursor.slice(0, cursor.lastIndexOf(":")),
  events: [],
  cursor,
  more: false,
});

const openTarget = (to: string, schema: string, { clock }: CommandDeps): Promise<EventTarget> =>
  /^postgres(?:ql)?:\/\//.test(to) ? openPostgresTarget(to, schema, clock) : openFileTarget(to);

function createSource(
  values: Readonly<Record<"url" | "types", boolean | string | undefined>>,
  { env, err, clock }: CommandDeps,
  signal: AbortSignal,
): EventSource {
  const url = values.url ?? env["PARLOUR_URL"];
  const key = env["PARLOUR_KEY"];
  if (typeof url !== "string" || !URL.canParse(url))
    throw new UsageError("--url is missing, or is not an address");
  if (key === undefined || key === "") throw new UsageError("PARLOUR_KEY is missing");
  return {
    url: url.replace(/\/+$/, ""),
    key,
    types: typeof values.types === "string" ? [...values.types.split(","), "settings_changed"] : [],
    signal,
    clock,
    onRetry: (reason) => err(`no events: ${reason}; trying again`),
  };
}

/** Ends a running request when the process is asked to end. What was read is stored before. */
function endOnSignal(): { readonly signal: AbortSignal; readonly close: () => void } {
  const controller = new AbortController();
  const end = (): void => controller.abort();
  process.once("SIGINT", end).once("SIGTERM", end);
  return {
    signal: controller.signal,
    close: () => void process.off("SIGINT", end).off("SIGTERM", end),
  };
}
