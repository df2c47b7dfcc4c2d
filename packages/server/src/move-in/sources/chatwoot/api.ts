import type { ReadKind } from "@parlour/protocol/move-in/record";
import { SourceError, type SourceCheck } from "../../source.ts";
import { loadOnce, type HttpSource } from "../http-source.ts";
import { toId, toList, toName, toObject, toText, toTime } from "../json-values.ts";

/** Chatwoot allows 3,000 requests per minute of an address unless its owner changes that. */
const requestsPerMinute = 3_000;

/** Requests to one account. Throws SourceError. */
export interface ChatwootApi {
  read(path: string, query?: Readonly<Record<string, string | number>>): Promise<unknown>;
  readAccount(): Promise<ChatwootAccount>;
  /** Sends a small request to notice whether Chatwoot works. */
  checkSystem(): Promise<unknown>;
}
interface ChatwootAccount {
  readonly id: string;
  readonly name: string;
}

export function createApi(http: HttpSource, account: string): ChatwootApi {
  const readAccount = loadOnce(() => findAccount(http, account));
  return {
    async read(path, query) {
      const { id } = await readAccount();
      return http.readJson(`api/v1/accounts/${id}/${path}`, query);
    },
    readAccount,
    checkSystem: () => http.readJson("api/v1/profile"),
  };
}

/** Returns the account of the token. An agent's token does not show all chats. */
async function findAccount(http: HttpSource, given: string): Promise<ChatwootAccount> {
  const profile = toObject(await http.readJson("api/v1/profile"));
  const accounts = toList(profile["accounts"]).map(toObject);
  const wanted = given.trim() === "" && accounts.length === 1 ? toId(accounts[0]?.["id"]) : given;
  const account = accounts.find(({ id }) => toId(id) === wanted?.trim());
  if (account === undefined)
    throw new SourceError(
      "wrong_account",
      `Enter the number of the account. The token can read: ${accounts
        .map(({ id, name }) => `${toId(id)} (${toName(name)})`)
        .join(", ")}.`,
      { isFinal: true },
    );
  if (account["role"] !== "administrator")
    throw new SourceError(
      "no_permission",
      "Use the token of an administrator. The token of an agent does not show all chats.",
      { isFinal: true },
    );
  return { id: toId(account["id"]) ?? "", name: toName(account["name"]) };
}

export async function checkAccount(http: HttpSource, api: ChatwootApi): Promise<SourceCheck> {
  const { id, name } = await api.readAccount();
  const { version } = toObject(await http.readJson("api"));
  const { data } = toObject(await api.read("conversations", chatQuery(1)));
  const { meta, payload } = toObject(data);
  const firstChatAt = toTime(toObject(toList(payload)[0])["created_at"]);
  const contacts = toObject(await api.read("contacts", contactQuery(1)));
  return {
    product: `Chatwoot ${toText(version) ?? ""}`.trim(),
    account: name,
    accountId: id,
    firstChatAt: firstChatAt === undefined ? null : Date.parse(firstChatAt),
    requestsPerMinute,
    counts: {
      ...countOf("chat", toObject(meta)["all_count"]),
      ...countOf("person", toObject(contacts["meta"])["count"]),
    },
  };
}
const countOf = (kind: ReadKind, value: unknown): Partial<Record<ReadKind, number>> =>
  Number.isSafeInteger(Number(value ?? undefined)) ? { [kind]: Number(value) } : {};

/** All chats, oldest first: this order does not change when new ones arrive. */
export const chatQuery = (page: number): Readonly<Record<string, string | number>> => ({
  status: "all",
  assignee_type: "all",
  sort_by: "created_at_asc",
  page,
});
export const contactQuery = (page: number): Readonly<Record<string, string | number>> => ({
  sort: "created_at",
  include_contact_inboxes: "false",
  page,
});
