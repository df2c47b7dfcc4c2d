import type { EndpointKind } from "./behaviour.ts";

export interface Exchange {
  readonly n: number;
  readonly side: EndpointKind;
  readonly direction: "to Parlour" | "from Parlour";
  readonly at: number;
  readonly method: string;
  readonly url: string;
  readonly what: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string;
  status: number | null;
  replyHeaders: Readonly<Record<string, string>>;
  replyBody: string;
  ms: number | null;
  /** Why no response arrived. Null if one did. */
  failure: string | null;
  /** Standard Webhooks signature of a request from Parlour (CORE-124). */
  readonly signature: {
    readonly result: "verified" | "wrong" | "absent" | "not checked";
    readonly why: string;
  } | null;
}

/** Fields of a request before its response arrives. */
export const pendingExchange = {
  status: null,
  replyHeaders: {},
  replyBody: "",
  ms: null,
  failure: null,
} as const;
