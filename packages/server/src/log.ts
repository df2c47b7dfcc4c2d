import { pino, type DestinationStream, type Logger } from "pino";

/** Fields first, then the event: `log.info({ chat: 7, ms: 3 }, "chat.accepted")`. */
export type Log = Logger;
export const logLevels = ["fatal", "error", "warn", "info", "debug", "trace"] as const;
export type LogLevel = (typeof logLevels)[number];

export interface LogOptions {
  readonly level: LogLevel | "silent";
  readonly format: "pretty" | "json";
  /** Default: standard error, because standard output has only the lines of CFG-017. */
  readonly out?: DestinationStream;
}

/** Fields whose values are always hidden, at the top level and one level below. */
const secretFields = [
  "password",
  "secret",
  "token",
  "key",
  "random_string",
  "authorization",
  "cookie",
  "secretKey",
  "databaseUrl",
  "connectionString",
  "text",
  "body",
];

/** Opens the log (CFG-009). Escapes values, so that none can forge or hide a line. */
export function createLog(options: LogOptions): Log {
  const out = options.out ?? openStandardError();
  const write =
    options.format === "pretty"
      ? (line: string) => out.write(formatPretty(line))
      : (line: string) => out.write(escapeControls(line));
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: serializeError },
      redact: { paths: secretFields.flatMap((name) => [name, `*.${name}`]), censor: "[hidden]" },
    },
    { write },
  );
}

/**
 * Returns only type, message, stack and code. Library errors may contain whole objects, such as a
 * database client with keys and statements.
 */
function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { code } = error as NodeJS.ErrnoException;
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    code,
  };
}

function openStandardError(): DestinationStream {
  const out = pino.destination({ fd: 2, sync: true });
  // A closed terminal must not end the server. The error cannot be reported, because the log is the
  // terminal.
  out.on("error", () => undefined);
  return out;
}

/** Terminals also interpret the C1 set, and reorder text at bidirectional controls. */
function escapeControls(text: string): string {
  return text.replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Formats a line for the terminal: time, level, name, fields, then the indented stack. */
function formatPretty(line: string): string {
  const { time, level, msg, err, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const parts = [
    String(time).slice(11, 19),
    String(level).toUpperCase().padEnd(5),
    escapeText(typeof msg === "string" ? msg : ""),
  ];
  for (const [name, value] of Object.entries(fields))
    parts.push(`${name}=${escapeText(typeof value === "string" ? value : JSON.stringify(value))}`);
  const stack =
    typeof err === "object" && err !== null && "stack" in err ? String(err.stack) : null;
  const lines =
    stack === null
      ? ""
      : stack
          .split("\n")
          .map((l) => `\n    ${escapeText(l)}`)
          .join("");
  return `${parts.join(" ")}${lines}\n`;
}
function escapeText(text: string): string {
  return escapeControls(
    text.replace(/\p{Cc}/gu, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
}
