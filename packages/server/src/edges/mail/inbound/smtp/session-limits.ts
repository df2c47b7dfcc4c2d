import type { SMTPServerOptions } from "smtp-server";
import type { Clock } from "../../../../core/command.ts";

/** Limits of the sessions of a receiver (MAIL-086). */
export interface SessionLimits {
  /** Counts commands. The library reports each command to its logger, and to nothing else. */
  readonly logger: NonNullable<Exclude<SMTPServerOptions["logger"], boolean>>;
  /** Starts to limit a session. `onEnd` is called once when it ends. */
  open(id: string, connections: Iterable<Connection>, onEnd: () => void): void;
  close(id: string): void;
}
/** A connection of the library. The status 421 ends it. */
interface Connection {
  readonly id: string;
  send(status: number, text: string, context: false): void;
}

const maxSessionMs = 10 * 60_000;
const maxCommands = 1_000;

/** Creates the limits. A session above one is answered 421, after which the sender comes back. */
export function limitSessions(clock: Clock): SessionLimits {
  const sessions = new Map<
    string,
    { commands: number; readonly end: (text: string) => void; readonly onEnd: () => void }
  >();
  const ignore = (): void => undefined;
  const countCommand = ({ tnx, cid }: { readonly tnx?: unknown; readonly cid?: unknown }): void => {
    const session = tnx === "command" ? sessions.get(String(cid)) : undefined;
    if (session !== undefined && ++session.commands > maxCommands) session.end("Too many commands");
  };
  return {
    logger: {
      level: ignore,
      trace: ignore,
      debug: (entry: unknown) => countCommand(Object(entry) as object),
      info: ignore,
      warn: ignore,
      error: ignore,
      fatal: ignore,
    },
    open(id, connections, onEnd) {
      const end = (text: string): void => {
        for (const connection of connections)
          if (connection.id === id) connection.send(421, text, false);
      };
      const cancel = clock.scheduleAt(clock.now() + maxSessionMs, () => end("Session too long"));
      sessions.set(id, {
        commands: 0,
        end,
        onEnd() {
          cancel();
          onEnd();
        },
      });
    },
    close(id) {
      sessions.get(id)?.onEnd();
      sessions.delete(id);
    },
  };
}
