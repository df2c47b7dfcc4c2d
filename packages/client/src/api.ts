import type { Chat, Message, Operator, Visitor } from "@parlour/protocol";
import type {
  PresenceChoice,
  SecondFactorRequired,
  SignedIn,
  SignIn,
} from "@parlour/protocol/api/people/session";
import type { ChatView, Counters, NewMessage, VisitorPatch } from "@parlour/protocol/api";
import type { Upload } from "@parlour/protocol/api/upload";
import type { ApiOptions } from "./api-error.ts";
import { sendUpload, type StoredFile, type UploadRequest } from "./uploads/upload.ts";
import { type RequestOptions, sendRequest } from "./request.ts";

export interface Page<T> {
  items: T[];
  next_cursor: string | null;
}

interface FirstSetupRequest {
  token: string;
  name: string;
  email: string;
  password: string;
  account: string;
}
export type ChatQuery = {
  /** A list of the inbox, or the id of a saved view. */
  view?: ChatView | number | undefined;
  state?: string;
  assignee?: "me" | "none" | number | undefined;
  channel?: number | undefined;
  department?: number | undefined;
  tag?: number | undefined;
  language?: string | undefined;
  /** Number of a visitor. If set, only the chats of this visitor are returned. */
  visitor?: number;
  q?: string | undefined;
  sort?: "activity" | "created" | undefined;
  limit?: number;
  cursor?: string | undefined;
};

export type Api = ReturnType<typeof createApi>;

/**
 * Creates a typed client of the service API (docs/spec/api.md). Every method throws `ApiError`, or
 * `AbortError` if its signal fires, and nothing else. `list` reads a whole list. `get`, `post`,
 * `put`, `patch` and `delete` reach resources that have no method of their own. Their paths start
 * after `/api/v1`.
 */
export function createApi(options: ApiOptions) {
  const methods = createMethods(options);
  return {
    ...methods,
    ...createSessionCalls(methods),
    ...createReadCalls(methods),
    ...createChatCalls(methods),
    upload: <Stored extends StoredFile = Upload>(file: Blob, request: UploadRequest) =>
      sendUpload<Stored>(options, file, request),
  };
}
type Methods = ReturnType<typeof createMethods>;

function createMethods(options: ApiOptions) {
  const send = <T>(method: string, path: string, request: RequestOptions = {}) =>
    sendRequest<T>(options, method, path, request);
  return {
    get: <T>(path: string, request?: RequestOptions) => send<T>("GET", path, request),
    list: <T>(path: string, request?: RequestOptions) => listAll<T>(options, path, request),
    post: <T>(path: string, body?: unknown, request?: RequestOptions) =>
      send<T>("POST", path, { body: body ?? {}, ...request }),
    put: <T>(path: string, body?: unknown, request?: RequestOptions) =>
      send<T>("PUT", path, { body: body ?? {}, ...request }),
    patch: <T>(path: string, body: unknown, request?: RequestOptions) =>
      send<T>("PATCH", path, { body, ...request }),
    delete: <T = void>(path: string, request?: RequestOptions) => send<T>("DELETE", path, request),
  };
}

/** Creates the calls for first setup, sign-in and the signed-in operator. */
function createSessionCalls(methods: Methods) {
  const { get, post, put } = methods;
  return {
    setup: (signal?: AbortSignal) => get<{ needed: boolean }>("/setup", toSignalOption(signal)),
    setUp: (body: FirstSetupRequest) => post<{ operator: Operator }>("/setup", body),
    /** Returns the operator, or the second factors that they can use (API-013). */
    signIn: (body: SignIn) => post<SignedIn | SecondFactorRequired>("/sessions", body),
    signOut: () => methods.delete("/sessions/current"),
    me: (signal?: AbortSignal) => get<Operator>("/me", toSignalOption(signal)),
    setPresence: (choice: PresenceChoice) => put<Operator>("/me/presence", choice),
  };
}

function createReadCalls({ get }: Methods) {
  return {
    chats: (query: ChatQuery, signal?: AbortSignal) =>
      get<Page<Chat>>("/chats", { query, ...toSignalOption(signal) }),
    chat: (id: number, signal?: AbortSignal) => get<Chat>(`/chats/${id}`, toSignalOption(signal)),
    counters: (signal?: AbortSignal) => get<Counters>("/chats/counters", toSignalOption(signal)),
    messages: (
      id: number,
      query: { before?: number | undefined; after?: number; limit?: number },
      signal?: AbortSignal,
    ) => get<Page<Message>>(`/chats/${id}/messages`, { query, ...toSignalOption(signal) }),
  };
}

function createChatCalls({ post, put, patch }: Methods) {
  return {
    sendMessage: (id: number, message: NewMessage) =>
      post<Message>(`/chats/${id}/messages`, message),
    accept: (id: number) => post<Chat>(`/chats/${id}/accept`),
    join: (id: number) => post<Chat>(`/chats/${id}/join`),
    close: (id: number, reason?: string, keepalive = false) =>
      post<Chat>(`/chats/${id}/close`, reason ? { reason } : {}, { keepalive }),
    leave: (id: number) => post<Chat>(`/chats/${id}/leave`),
    assignCrm: (id: number) => post<Chat>(`/chats/${id}/assign-crm`),
    continueChat: (id: number) => post<Chat>(`/chats/${id}/continue`),
    markRead: (id: number, seq: number, unread = false) =>
      put<void>(`/chats/${id}/read`, unread ? { seq, unread: true } : { seq }),
    retryMessage: (id: number, seq: number) => post<Message>(`/chats/${id}/messages/${seq}/retry`),
    retryDelivery: (id: number) => post<unknown>(`/deliveries/${id}/retry`),
    editVisitor: (number: number, fields: VisitorPatch) =>
      patch<Visitor>(`/visitors/${number}`, fields),
  };
}

const listPageSize = 200;
const maxListItems = 10_000;

/** Reads all items of a short list, page by page. Returns at most 10,000 items. */
async function listAll<T>(
  options: ApiOptions,
  path: string,
  { query, ...rest }: RequestOptions = {},
): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<T> = await sendRequest<Page<T>>(options, "GET", path, {
      query: { ...query, limit: listPageSize, cursor },
      ...rest,
    });
    items.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null && items.length < maxListItems);
  return items;
}

function toSignalOption(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal ? { signal } : {};
}
