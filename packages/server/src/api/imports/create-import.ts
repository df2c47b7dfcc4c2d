import type { NewMoveImport } from "@parlour/protocol/api";
import { moveLimits } from "@parlour/protocol/move-in/move-import";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { refuse } from "../../core/failure.ts";
import { formatTime } from "../../core/chat/create.ts";
import type { MovePort } from "../../move-in/worker/index.ts";
import type { SourceCheck, StoredSettings } from "../../move-in/source.ts";
import type { MoveUploads } from "../../move-in/uploads.ts";
import { countOpenMoves, type NewMove, type StoredCheck } from "../../store/move-in/move-import.ts";
import type { Principal } from "../../auth/index.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

export interface MoveRouteDeps extends RouteDeps {
  readonly moves: MovePort;
  readonly moveUploads: MoveUploads;
}

/** Connects to the other system and returns what is stored of a new import (MV-010). */
export async function prepareMove(
  deps: MoveRouteDeps,
  { accountId, operatorId }: Principal,
  given: NewMoveImport,
): Promise<NewMove> {
  if ((await countOpenMoves(deps.reader, accountId)) >= moveLimits.open)
    refuse("at_limit", `The account has ${moveLimits.open} imports that run or are paused.`, {
      limit: "imports",
    });
  const settings = await readSettings(deps, accountId, given);
  const check = await connect(deps, { account: accountId, system: given.system, settings });
  return {
    operatorId,
    system: given.system,
    source: toSource(given, check),
    name: toName(given, settings),
    settings: deps.secrets.seal(JSON.stringify(settings)),
    check: toStoredCheck(check),
    now: deps.clock.now(),
  };
}

async function readSettings(
  { moveUploads }: MoveRouteDeps,
  account: number,
  given: NewMoveImport,
): Promise<StoredSettings> {
  const { address, token, files = [] } = given;
  if (address !== undefined && !URL.canParse(address))
    refuse("invalid_request", "The address must be a URL.", { field: "address" });
  if (address === undefined && files.length === 0)
    refuse("invalid_request", "Send an address, or upload files first.", { field: "files" });
  const found = [];
  for (const [n, id] of files.entries()) {
    const upload = await moveUploads.find(account, id);
    if (upload === null)
      return refuse("invalid_request", "There is no such upload.", { field: `files[${n}]` });
    found.push({ id, name: upload.name });
  }
  return { ...omitAbsent({ address, token, account: given.account }), files: found };
}

/** Asks the other system who it is. Throws `invalid_request` with its words. */
async function connect(
  { moves }: MoveRouteDeps,
  connection: Parameters<MovePort["check"]>[0],
): Promise<SourceCheck> {
  try {
    return await moves.check(connection);
  } catch (error) {
    if (!isSourceError(error)) throw error;
    return refuse("invalid_request", `The source cannot be read: ${error.message}`, {
      field: connection.settings.address === undefined ? "files" : "address",
    });
  }
}
const isSourceError = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && "options" in error;

export const toStoredCheck = (check: SourceCheck): StoredCheck => ({
  product: check.product,
  account: check.account,
  first_chat_at: check.firstChatAt === null ? null : formatTime(check.firstChatAt),
  requests_per_minute: check.requestsPerMinute,
  counts: Object.fromEntries(Object.entries(check.counts)),
});

/**
 * Identity of a source. Files have the name that the operator gives them. Names of users are no
 * part of it, because each of them reads the same chats.
 */
const toSource = (
  { system, address, name = "" }: NewMoveImport,
  { accountId = "" }: SourceCheck,
): string =>
  address === undefined
    ? `${system} ${name}`
    : `${system} ${new URL(address).origin}${new URL(address).pathname.replace(/\/+$/, "")} ${accountId}`;

const toName = ({ address, name }: NewMoveImport, { files }: StoredSettings): string =>
  name ??
  (address === undefined ? files.map((file) => file.name).join(", ") : new URL(address).host);
