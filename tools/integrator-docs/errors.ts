import { botWarningCodes } from "../../packages/protocol/src/bot/index.ts";
import { channelErrorCodes } from "../../packages/protocol/src/channel/index.ts";
import { outcomes } from "../../packages/protocol/src/entity/index.ts";
import { statusByCode, statusByReason } from "../../packages/server/src/edges/bot/responses.ts";
import {
  errorCodeEffects,
  type ErrorCodeEffect,
} from "../../packages/server/src/edges/channel/retry-policy.ts";
import { statusByFailure } from "../../packages/server/src/http/errors.ts";
import { edgeFailureCodes } from "../../packages/server/src/openapi/service-errors.ts";
import { renderMarkdownTable, type WrittenCells } from "./table.ts";

/** A table of the codes of an interface. Its texts are written on the page. */
interface ErrorTable {
  readonly head: readonly [code: string, string, string, string];
  /** The cells that follow the code. null: written on the page. */
  readonly rows: Readonly<Record<string, Row>>;
}
type Row = readonly [string | null, string | null, string | null];

const statuses: Readonly<Record<string, number>> = { ...statusByFailure, internal_error: 500 };
/** Returns rows with the status that the server returns (`http/errors.ts`). */
const withHttpStatus = (codes: readonly string[]): ErrorTable["rows"] =>
  createRows(codes, (code) => String(statuses[code]));

/** Returns rows with the statuses that the bot edge returns (`edges/bot/responses.ts`). */
const withBotStatus = (
  codes: Readonly<Record<string, number | readonly number[]>>,
): ErrorTable["rows"] => createRows(Object.keys(codes), (code) => [codes[code]].flat().join(", "));

const writtenByHand = (codes: readonly string[]): ErrorTable["rows"] =>
  createRows(codes, () => null);

const createRows = (
  codes: readonly string[],
  getFirst: (code: string) => string | null,
): ErrorTable["rows"] =>
  Object.fromEntries(codes.map((code): [string, Row] => [code, [getFirst(code), null, null]]));

/** Codes of the service API: those of all commands without those that only edges return. */
const apiCodes = [...Object.keys(statusByFailure), "internal_error"].filter(
  (code) => !(edgeFailureCodes as readonly string[]).includes(code),
);

const endpointEffects: Readonly<
  Record<Exclude<ErrorCodeEffect, "shown">, readonly [shown: string, more: string]>
> = {
  final: ["yes", "no"],
  hidden_until_end: ["after the last attempt", "yes"],
  delivered: ["no", "no"],
  hidden: ['only "Not delivered"', "no"],
};
const endpointRows: ErrorTable["rows"] = Object.fromEntries([
  ...Object.entries(errorCodeEffects).map(([code, effect]): [string, Row] => {
    const [shown, more] = endpointEffects[effect];
    return [code, [shown, null, more]];
  }),
  ["400 – 499", ["yes", null, "no"]],
]);

export const errorTables: Readonly<Record<string, ErrorTable>> = {
  "errors channel": {
    head: ["error.code", "HTTP", "Cause", "Fix"],
    rows: {
      ...withHttpStatus(channelErrorCodes),
      // The channel leads senders to the new address (CH-114).
      account_moved: ["308", null, null],
    },
  },
  "errors api": {
    head: ["error.code", "HTTP", "Cause", "Fix"],
    rows: withHttpStatus(apiCodes),
  },
  "errors endpoint": {
    head: ["Your error.code", "Shown to the operator", "Meaning", "Retried"],
    rows: endpointRows,
  },
  "errors bot": {
    head: ["error.code", "HTTP", "Cause", "Fix"],
    rows: withBotStatus(statusByCode),
  },
  "errors bot warnings": {
    head: ["warnings[].code", "The customer receives", "Cause", "Fix"],
    rows: writtenByHand(botWarningCodes),
  },
  "errors bot reasons": {
    head: ["error.reason", "HTTP", "Cause", "Fix"],
    rows: withBotStatus(statusByReason),
  },
  outcomes: {
    head: ["Outcome", "Your endpoint received", "Cause", "Fix"],
    rows: writtenByHand(outcomes),
  },
};

/**
 * Renders the table of a name with the texts of the page, in its order. New codes are at the end,
 * with empty texts.
 */
export function renderErrors(name: string, written: WrittenCells): string {
  const table = errorTables[name];
  if (table === undefined) throw new Error(`no table of errors "${name}"`);
  const { head, rows } = table;
  const codes = new Set([...written.keys(), ...Object.keys(rows)]);
  return renderMarkdownTable(
    head,
    [...codes].flatMap((code) => {
      const row = rows[code];
      if (row === undefined) return [];
      const cells = row.map((cell, column) => cell ?? written.get(code)?.[column + 1] ?? "");
      return [[`\`${code}\``, ...cells]];
    }),
  );
}
