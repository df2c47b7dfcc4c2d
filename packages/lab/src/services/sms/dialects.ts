/** A message that a program handed to the gateway. */
export interface SentSms {
  readonly id: string;
  readonly to: string;
  readonly from: string;
  readonly text: string;
  /** Address for receipts, or "". */
  readonly callback: string;
  /** The id of the program. */
  readonly mark: string;
  readonly at: number;
}
/** A request of the gateway. `as`: how the fields are sent. */
export interface GatewayRequest {
  readonly as: "form" | "json" | "query";
  readonly fields: Readonly<Record<string, string>>;
}
type Fields = Readonly<Record<string, string>>;

/** How one gateway speaks, as its public documentation describes it. */
export interface Dialect {
  /** Returns the message of a request, or the response that refuses it. */
  readonly read: (
    path: string,
    fields: Fields,
    authorization: string,
  ) => Omit<SentSms, "id" | "at"> | { readonly status: number; readonly body: object };
  readonly accept: (message: SentSms) => { readonly status: number; readonly body: object };
  readonly incoming: (sms: {
    readonly id: string;
    readonly from: string;
    readonly to: string;
    readonly text: string;
    readonly at: number;
  }) => GatewayRequest;
  readonly receipt: (message: SentSms, status: "delivered" | "failed") => GatewayRequest;
  /** Whether the gateway counts a response as success. */
  readonly isAccepted: (status: number, type: string) => boolean;
}

export const account = "AC0123456789";
export const secret = "lab-secret-0123456789";
const basic = `Basic ${Buffer.from(`${account}:${secret}`).toString("base64")}`;
const isSuccess = (status: number): boolean => status >= 200 && status < 300;
const get = (fields: Fields, name: string): string => fields[name] ?? "";

const twilio: Dialect = {
  read(path, fields, authorization) {
    if (path !== `/2010-04-01/Accounts/${account}/Messages.json` || authorization !== basic)
      return { status: 401, body: { code: 20003, message: "Authenticate", status: 401 } };
    const to = get(fields, "To");
    return /^\+[1-9]\d{6,14}$/.test(to) && get(fields, "Body") !== ""
      ? {
          to: to.slice(1),
          from: get(fields, "From"),
          text: get(fields, "Body"),
          callback: get(fields, "StatusCallback"),
          mark: "",
        }
      : { status: 400, body: { code: 21211, message: "Invalid 'To' Phone Number", status: 400 } };
  },
  accept: ({ id }) => ({ status: 201, body: { sid: id, status: "queued", error_code: null } }),
  incoming: ({ id, from, to, text }) => ({
    as: "form",
    fields: { MessageSid: id, From: `+${from}`, To: `+${to}`, Body: text, NumMedia: "0" },
  }),
  receipt: ({ id, to }, status) => ({
    as: "form",
    fields: {
      MessageSid: id,
      To: `+${to}`,
      MessageStatus: status === "failed" ? "undelivered" : status,
      ErrorCode: status === "failed" ? "30003" : "",
    },
  }),
  isAccepted: (status, type) => isSuccess(status) && type.startsWith("text/xml"),
};

const vonage: Dialect = {
  read(path, fields) {
    const refuse = (status: string, text: string) => ({
      status: 200,
      body: { "message-count": "1", messages: [{ status, "error-text": text }] },
    });
    if (path !== "/sms/json") return { status: 404, body: {} };
    if (get(fields, "api_key") !== account || get(fields, "api_secret") !== secret)
      return refuse("4", "Bad Credentials");
    return /^[1-9]\d{6,14}$/.test(get(fields, "to"))
      ? {
          to: get(fields, "to"),
          from: get(fields, "from"),
          text: get(fields, "text"),
          callback: get(fields, "callback"),
          mark: get(fields, "client-ref"),
        }
      : refuse("3", "Invalid 'to' param");
  },
  accept: ({ id, to }) => ({
    status: 200,
    body: { "message-count": "1", messages: [{ to, "message-id": id, status: "0" }] },
  }),
  incoming: ({ id, from, to, text, at }) => ({
    as: "query",
    fields: {
      msisdn: from,
      to,
      messageId: id,
      text,
      type: "text",
      "message-timestamp": new Date(at).toISOString().slice(0, 19).replace("T", " "),
    },
  }),
  receipt: ({ id, to, mark }, status) => ({
    as: "query",
    fields: {
      msisdn: to,
      messageId: id,
      status,
      "err-code": status === "failed" ? "6" : "0",
      "client-ref": mark,
    },
  }),
  isAccepted: isSuccess,
};

const generic: Dialect = {
  read(path, fields, authorization) {
    if (path !== "/send") return { status: 404, body: {} };
    if (authorization !== `Bearer ${secret}`)
      return { status: 401, body: { error: "unauthorized" } };
    return get(fields, "to").startsWith("+")
      ? {
          to: get(fields, "to").slice(1),
          from: get(fields, "from"),
          text: get(fields, "text"),
          callback: get(fields, "callback"),
          mark: get(fields, "id"),
        }
      : { status: 422, body: { error: "unknown recipient" } };
  },
  accept: ({ id }) => ({ status: 202, body: { id } }),
  incoming: ({ id, from, to, text, at }) => ({
    as: "json",
    fields: {
      id,
      time: id === "" ? "" : new Date(at).toISOString(),
      from: `+${from}`,
      to: `+${to}`,
      text,
    },
  }),
  receipt: ({ id, to }, status) => ({ as: "json", fields: { id, to: `+${to}`, status } }),
  isAccepted: isSuccess,
};

export const dialects = { twilio, vonage, generic };
