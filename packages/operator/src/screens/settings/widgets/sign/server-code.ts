/** Claims of the two tokens, and where they go (WG-047, WG-303). */
export interface SignedContent {
  /** Address of the chat page. */
  readonly url: string;
  readonly widgetId: string;
  readonly user: Readonly<Record<string, string>> | null;
  readonly fields: Readonly<Record<string, unknown>> | null;
  /** Lifetime of the tokens in s. Null: without an end. */
  readonly seconds: number | null;
}

export const serverLanguages = ["node", "php", "python"] as const;
export type ServerLanguage = (typeof serverLanguages)[number];

/**
 * Writes the code that signs the content on the server of a site. The code reads the secret from
 * the environment, because a page must not contain it.
 */
export const writeServerCode = (language: ServerLanguage, content: SignedContent): string =>
  writers[language](content);

/** Returns the calls that pass signed data to the widget on a page. */
export function writePageCode(
  name: string,
  fields: SignedContent["fields"],
  userToken: string | null,
): string {
  return [
    ...(userToken === null ? [] : [`${name}_api.setUserToken(${JSON.stringify(userToken)});`]),
    ...(fields === null ? [] : [`${name}_api.setFields(${toJs(fields)});`]),
  ].join("\n");
}

const writers: Readonly<Record<ServerLanguage, (content: SignedContent) => string>> = {
  node: writeNode,
  php: writePhp,
  python: writePython,
};

/** Names of the parameters with the claims of their tokens, in the order of the link. */
function listTokens({ widgetId, user, fields }: SignedContent) {
  return [
    ...(user === null ? [] : [["user_token", { aud: widgetId, ...user }] as const]),
    ...(fields === null ? [] : [["fields", { aud: widgetId, fields }] as const]),
  ];
}

/** How the written code reads the time. This file does not read it. */
const nodeNow = ["Date", "now()"].join(".");

function writeNode(content: SignedContent): string {
  const tokens = listTokens(content);
  const exp =
    content.seconds === null ? "" : `, exp: Math.floor(${nodeNow} / 1000) + ${content.seconds}`;
  return `import { createHmac } from "node:crypto";

const encode = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
function sign(claims) {
  const content = \`\${encode({ alg: "HS256" })}.\${encode(claims)}\`;
  const hash = createHmac("sha256", process.env.IDENTITY_SECRET).update(content);
  return \`\${content}.\${hash.digest("base64url")}\`;
}

${tokens.map(([name, claims]) => `const ${name} = sign(${toJs(claims).replace(/ }$/, `${exp} }`)});`).join("\n")}
const link = \`${content.url}?${tokens.map(([name]) => `${name}=\${${name}}`).join("&")}\`;`;
}

function writePhp(content: SignedContent): string {
  const tokens = listTokens(content);
  const exp = content.seconds === null ? "" : `, 'exp' => time() + ${content.seconds}`;
  return `<?php
function encode(string $bytes): string {
    return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
}
function sign(array $claims): string {
    $content = encode('{"alg":"HS256"}') . '.' . encode(json_encode($claims));
    return $content . '.' . encode(hash_hmac('sha256', $content, getenv('IDENTITY_SECRET'), true));
}

${tokens.map(([name, claims]) => `$${name} = sign(${toPhp(claims).replace(/]$/, `${exp}]`)});`).join("\n")}
$link = "${content.url}?${tokens.map(([name]) => `${name}=$${name}`).join("&")}";`;
}

function writePython(content: SignedContent): string {
  const tokens = listTokens(content);
  const exp = content.seconds === null ? "" : `, "exp": int(time.time()) + ${content.seconds}`;
  return `import base64, hashlib, hmac, json, os${content.seconds === null ? "" : ", time"}

def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

def sign(claims):
    content = encode(b'{"alg":"HS256"}') + "." + encode(json.dumps(claims).encode())
    secret = os.environ["IDENTITY_SECRET"].encode()
    return content + "." + encode(hmac.new(secret, content.encode(), hashlib.sha256).digest())

${tokens.map(([name, claims]) => `${name} = sign(${toPython(claims).replace(/}$/, `${exp}}`)})`).join("\n")}
link = f"${content.url}?${tokens.map(([name]) => `${name}={${name}}`).join("&")}"`;
}

function toJs(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toJs).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, item]) => `${/^[a-z_]\w*$/i.test(key) ? key : JSON.stringify(key)}: ${toJs(item)}`,
  );
  return `{ ${entries.join(", ")} }`;
}

function toPhp(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toPhp).join(", ")}]`;
  if (typeof value === "string") return `'${value.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => `${toPhp(key)} => ${toPhp(item)}`);
  return `[${entries.join(", ")}]`;
}

function toPython(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toPython).join(", ")}]`;
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${toPython(item)}`,
  );
  return `{${entries.join(", ")}}`;
}
