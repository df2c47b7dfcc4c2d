import {
  isJsonObject,
  JsonParseError,
  parseJson,
  type JsonObject,
} from "../../../http/body/json.ts";
import type { Gateway, Template } from "./gateway.ts";

/** The definition of a gateway, or one sentence that says what is wrong with it. */
export type ParsedGateway = { readonly gateway: Gateway } | { readonly problem: string };

class DefinitionError extends Error {}

/** Parses the definition of a gateway of the owner, in JSON (SMS-002). */
export function parseGateway(text: string): ParsedGateway {
  try {
    return { gateway: readGateway(new Reader(parseJson(Buffer.from(text)), "")) };
  } catch (error) {
    if (error instanceof DefinitionError) return { problem: error.message };
    if (error instanceof JsonParseError) return { problem: "The definition is not JSON." };
    throw error;
  }
}

function readGateway(root: Reader): Gateway {
  const send = root.object("send");
  const response = root.object("response");
  const success = response.optional("success");
  const incoming = root.object("incoming");
  const receipt = root.optional("receipt");
  return {
    send: {
      method: send.choice("method", ["GET", "POST"]),
      url: send.text("url"),
      headers: send.texts("headers"),
      as: send.choice("as", ["form", "json", "query"]),
      fields: send.templates("fields"),
    },
    response: {
      id: response.optionalText("id"),
      error: response.optionalText("error"),
      success: success && {
        at: success.text("at"),
        is: success.list("is"),
        repeatable: success.list("repeatable"),
      },
    },
    incoming: {
      id: incoming.optionalText("id"),
      from: incoming.text("from"),
      to: incoming.optionalText("to"),
      text: incoming.text("text"),
      time: incoming.optionalText("time"),
    },
    receipt: receipt && {
      id: receipt.optionalText("id"),
      mark: receipt.optionalText("mark"),
      to: receipt.optionalText("to"),
      status: receipt.text("status"),
      error: receipt.optionalText("error"),
      delivered: receipt.list("delivered"),
      failed: receipt.list("failed"),
    },
    check: readCheck(root.optional("check")),
    answer: readAnswer(root.optional("answer")),
  };
}

function readCheck(check: Reader | null): Gateway["check"] {
  if (check === null) return null;
  const how = check.choice("how", ["basic", "hmac-sha256"]);
  return how === "basic"
    ? { how }
    : {
        how,
        header: check.text("header").toLowerCase(),
        encoding: check.choice("encoding", ["hex", "base64"]),
        prefix: check.optionalText("prefix") ?? "",
      };
}
const readAnswer = (answer: Reader | null): Gateway["answer"] =>
  answer && { type: answer.text("type"), text: answer.optionalText("text") ?? "" };

/** Reads the fields of an object. Each fault names the path of its field. */
class Reader {
  private readonly fields: JsonObject;
  private readonly path: string;
  constructor(value: unknown, path: string) {
    if (!isJsonObject(value))
      throw new DefinitionError(`${path || "The definition"} is no object.`);
    this.fields = value;
    this.path = path;
  }
  object(name: string): Reader {
    return new Reader(this.fields[name], this.name(name));
  }
  optional(name: string): Reader | null {
    return this.fields[name] === undefined || this.fields[name] === null ? null : this.object(name);
  }
  text(name: string): string {
    const value = this.fields[name];
    if (typeof value !== "string" || value === "") return this.fail(name, "is no text");
    return value;
  }
  /** A text that may be absent. */
  optionalText(name: string): string | null {
    return this.fields[name] === undefined || this.fields[name] === null ? null : this.text(name);
  }
  choice<const T extends string>(name: string, values: readonly T[]): T {
    const found = values.find((value) => value === this.fields[name]);
    return found ?? this.fail(name, `is none of ${values.join(", ")}`);
  }
  list(name: string): readonly string[] {
    const value = this.fields[name] ?? [];
    if (!Array.isArray(value) || value.some((one) => typeof one !== "string"))
      return this.fail(name, "is no list of texts");
    return value as string[];
  }
  texts(name: string): Readonly<Record<string, string>> {
    const value = this.templates(name);
    if (Object.values(value).some((one) => typeof one !== "string"))
      return this.fail(name, "has a value that is no text");
    return value as Record<string, string>;
  }
  templates(name: string): Readonly<Record<string, Template>> {
    const value = this.fields[name] ?? {};
    return isJsonObject(value) && isTemplate(value)
      ? (value as Record<string, Template>)
      : this.fail(name, "has a value that is no text");
  }
  private name(name: string): string {
    return this.path === "" ? name : `${this.path}.${name}`;
  }
  private fail(name: string, problem: string): never {
    throw new DefinitionError(`${this.name(name)} ${problem}.`);
  }
}

const isTemplate = (value: unknown): value is Template =>
  typeof value === "string" ||
  (Array.isArray(value) && value.every(isTemplate)) ||
  (isJsonObject(value) && Object.values(value).every(isTemplate));
