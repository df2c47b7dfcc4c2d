import type { ApiChannelConfigFile, ApiKeyConfigFile, ConfigFile, LimitsConfig, OperatorConfigFile } from "@parlour/protocol/config";
import { validatePassword } from "../auth/password-policy.ts";
import { actions } from "../auth/principal.ts";
import { isEgressTarget } from "../config-values.ts";
import { faultText, parseFile, pathText, type FileDocument, type FileFault, type Step } from "./document.ts";
import { readBlacklist, type WantedBlock } from "./read-blacklist.ts";
import { readIntegrations, type WantedIntegrations } from "./read-integrations.ts";
import { readTriggersPart, type WantedTrigger } from "./read-triggers.ts";
import { readWriting, type WantedWriting } from "./read-writing.ts";
import { readCalls, type WantedCalls } from "./plan-calls.ts";
import { readOidcPart, type WantedOidc } from "./plan-oidc.ts";
import { readSecurity, type WantedSecurity } from "./plan-security.ts";
import { readMailPart, type WantedMail } from "./plan-mail.ts";
import { readStoragePart, type WantedStorage } from "./plan-storage.ts";
import { readWidgets, type WantedWidget } from "./plan-widgets.ts";
import { shapeFaults } from "./shape.ts";
import { StartError } from "../embedded/start-error.ts";

/**
 * A parsed and checked provisioning file: secrets are resolved, defaults filled, references valid.
 */
export interface Wanted {
  /** Name of the file for messages. */
  readonly file: string;
  readonly account: NonNullable<ConfigFile["account"]> | null;
  readonly operators: readonly WantedOperator[];
  readonly apiKeys: readonly WantedApiKey[];
  readonly channels: readonly WantedChannel[];
  readonly widgets: readonly WantedWidget[];
  readonly integrations: WantedIntegrations;
  readonly writing: WantedWriting;
  readonly triggers: readonly WantedTrigger[];
  readonly blacklist: readonly WantedBlock[];
  /** null: the file does not contain it. */
  readonly egressAllow: readonly string[] | null;
  readonly limits: LimitsConfig | null;
  readonly retention: ConfigFile["retention"] | null;
  readonly storage: WantedStorage | null;
  readonly mail: WantedMail | null;
  readonly oidc: readonly WantedOidc[];
  readonly calls: WantedCalls | null;
  readonly security: WantedSecurity | null;
  /** Returns the line of a part, for errors that only the database shows. */
  readonly lineOf: (path: readonly Step[]) => number;
}
export interface WantedOperator {
  readonly email: string;
  readonly name: string;
  readonly role: NonNullable<OperatorConfigFile["role"]>;
  /** null: the file does not change the password. */
  readonly password: string | null;
  readonly phone: string | null;
  readonly photo: string | null;
  readonly chatLimit: number;
}
export interface WantedApiKey {
  readonly name: string;
  readonly key: string;
  readonly operator: string;
  readonly scopes: readonly string[];
  /** Milliseconds since 1970, or null: never. */
  readonly expiresAt: number | null;
}
export interface WantedChannel {
  /** Index in `channels`. */
  readonly n: number;
  readonly name: string;
  /** null: generated. The channel is then matched by name. */
  readonly publicId: string | null;
  readonly randomString: string | null;
  readonly secret: string | null;
  readonly endpointUrl: string;
  readonly chunked: boolean;
  readonly appendPublicId: boolean;
  readonly mediaAs: "media objects" | "text with link";
  readonly botAvailable: boolean;
  readonly enabled: boolean;
  readonly operators: readonly string[];
}
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Parses a provisioning file. Throws StartError 78 with one line per error: file, line, path, rule
 * (CFG-023).
 */
export function readConfigFile(name: string, text: string, env: Environment): Wanted {
  const file = parseFile(name, text);
  const faults = "faults" in file ? file.faults : shapeFaults(file);
  if ("faults" in file || faults.length > 0) throw new StartError(faultText(name, faults), 78);
  const checked = check(file, file.value as ConfigFile, env);
  if (checked.faults.length > 0) throw new StartError(faultText(name, checked.faults), 78);
  return checked.wanted;
}

function check(file: FileDocument, config: ConfigFile, env: Environment): { wanted: Wanted; faults: FileFault[] } {
  const faults: FileFault[] = [];
  const fault = (path: readonly Step[], message: string, rule = "CFG-023"): void => {
    faults.push({ line: file.lineOf(path), path: pathText(path), rule, message });
  };
  const secret = secretReader(env, fault);

  unique(
    config.operators ?? [],
    (o) => o.email.toLowerCase(),
    (n, first) => fault(["operators", n, "email"], `is the e-mail of operators[${first}] too`),
  );
  const operators = (config.operators ?? []).map((o, n) => operator(o, ["operators", n], secret, fault));
  const apiKeys = (config.api_keys ?? []).map((k, n) => apiKey(k, ["api_keys", n], secret, fault));
  unique(
    apiKeys,
    (k) => k.key,
    (n, first) => fault(["api_keys", n], `holds the same key as api_keys[${first}]`),
  );

  const channels = (config.channels ?? []).flatMap((c, n) => (c.kind === "api" ? [channel(c, n, secret, fault)] : []));
  const widgets = readWidgets(config, { fault, secret, unique });
  unique(
    config.channels ?? [],
    (c) => c.public_id ?? `name ${c.kind} ${c.name}`,
    (n, first) =>
      fault(["channels", n], `has the same ${config.channels?.[n]?.public_id ? "public_id" : "name"} as channels[${first}]`, "CH-002"),
  );
  (config.egress?.allow ?? []).forEach((entry, n) => {
    if (!isEgressTarget(entry)) fault(["egress", "allow", n], `${JSON.stringify(entry)} is neither host:port nor a CIDR range`, "CFG-010");
  });
  return {
    faults,
    wanted: {
      file: file.name,
      account: config.account ?? null,
      operators,
      apiKeys,
      channels,
      widgets,
      integrations: readIntegrations(config, { fault, secret, unique }),
      writing: readWriting(config, { fault, secret, unique }),
      triggers: readTriggersPart(config, { fault, secret, unique }),
      blacklist: readBlacklist(config, { fault, secret, unique }),
      egressAllow: config.egress?.allow ?? null,
      limits: config.limits ?? null,
      retention: config.retention ?? null,
      storage: readStoragePart(config, { fault, secret }),
      mail: readMailPart(config, { fault, secret }),
      oidc: readOidcPart(config, { fault, secret, unique }),
      calls: readCalls(config.calls, { fault, secret }),
      security: readSecurity(config.security, { fault }),
      lineOf: (path) => file.lineOf(path),
    },
  };
}

type Fault = (path: readonly Step[], message: string, rule?: string) => void;
type SecretReader = (at: readonly Step[], name: string, clear: string | undefined, fromEnv: string | undefined) => string | null;

/**
 * Creates a reader of secrets. A secret is in the file or, by name, in the environment, but not in
 * both.
 */
function secretReader(env: Environment, fault: Fault): SecretReader {
  return (at, name, clear, fromEnv) => {
    if (fromEnv === undefined) return clear ?? null;
    if (clear !== undefined) fault([...at, name], `stands beside ${name}_env; give one of them`);
    const value = env[fromEnv];
    if (value === undefined || value === "") {
      fault([...at, `${name}_env`], `the environment variable ${fromEnv} is not set`);
      return null;
    }
    return value;
  };
}

function operator(o: OperatorConfigFile, at: readonly Step[], secret: SecretReader, fault: Fault): WantedOperator {
  const password = secret(at, "password", o.password, o.password_env);
  const weak = password === null ? null : validatePassword(password, o.email);
  if (weak !== null) fault([...at, o.password === undefined ? "password_env" : "password"], weak);
  return {
    email: o.email,
    name: o.name,
    role: o.role ?? "operator",
    password,
    phone: o.phone ?? null,
    photo: o.photo ?? null,
    chatLimit: o.chat_limit ?? 0,
  };
}

function apiKey(k: ApiKeyConfigFile, at: readonly Step[], secret: SecretReader, fault: Fault): WantedApiKey {
  const key = secret(at, "key", k.key, k.key_env);
  if (k.key === undefined && k.key_env === undefined) fault(at, "key or key_env is missing");
  if (key !== null && !/^[\x21-\x7e]{20,200}$/.test(key)) fault([...at, "key_env"], "must hold 20 to 200 visible ASCII characters");
  for (const [n, scope] of (k.scopes ?? []).entries()) {
    if (scope !== "*" && !(actions as readonly string[]).includes(scope))
      fault([...at, "scopes", n], `${scope} is not a scope; known are *, ${actions.join(", ")}`);
  }
  const expiresAt = k.expires_at === undefined ? null : Date.parse(k.expires_at);
  if (Number.isNaN(expiresAt)) fault([...at, "expires_at"], "is no time, such as 2027-01-31T12:00:00Z");
  return { name: k.name, key: key ?? "", operator: k.operator, scopes: k.scopes ?? ["*"], expiresAt };
}

function channel(c: ApiChannelConfigFile, n: number, secret: SecretReader, fault: Fault): WantedChannel {
  const at = ["channels", n] as const;
  const url = URL.parse(c.endpoint_url);
  if (!url || url.username !== "" || url.password !== "")
    fault([...at, "endpoint_url"], "must be an absolute http or https address without user and password", "CH-001");
  const randomString = secret(at, "random_string", c.random_string, c.random_string_env);
  if (randomString !== null && !/^[A-Za-z0-9_-]{22,64}$/.test(randomString))
    fault([...at, "random_string_env"], "must hold 22 to 64 characters of A-Z a-z 0-9 _ -", "CH-002");
  const signing = secret(at, "secret", c.secret, c.secret_env);
  if (signing !== null && !/^whsec_[A-Za-z0-9+/]{43}=$/.test(signing))
    fault([...at, "secret_env"], "must hold whsec_ and 32 bytes in base64", "CORE-124");
  return {
    n,
    name: c.name,
    publicId: c.public_id ?? null,
    randomString,
    secret: signing,
    endpointUrl: c.endpoint_url,
    chunked: c.chunked ?? false,
    appendPublicId: c.append_public_id ?? true,
    mediaAs: c.media_as ?? "media objects",
    botAvailable: c.bot_available ?? false,
    enabled: c.enabled ?? true,
    operators: c.operators,
  };
}

function unique<T>(list: readonly T[], keyOf: (item: T) => string, again: (n: number, first: number) => void): void {
  const seen = new Map<string, number>();
  list.forEach((item, n) => {
    const first = seen.get(keyOf(item));
    if (first === undefined) seen.set(keyOf(item), n);
    else again(n, first);
  });
}
