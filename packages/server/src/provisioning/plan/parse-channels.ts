import type { ApiChannelConfigFile, ConfigFile } from "@parlour/protocol/config";
import type { FileHelpers } from "../../settings/resource.ts";

/** An API channel of a file (CFG-021). */
export interface DesiredChannel {
  /** Index in `channels` of the file. */
  readonly n: number;
  readonly name: string;
  /** Null means that the id is generated. The channel is then matched by name. */
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

/** Parses the API channels of a file and fills defaults. */
export function parseChannels(
  config: ConfigFile,
  helpers: Pick<FileHelpers, "reportError" | "secret">,
): readonly DesiredChannel[] {
  return (config.channels ?? []).flatMap((c, n) =>
    c.kind === "api" ? [parseChannel(c, n, helpers)] : [],
  );
}
function parseChannel(
  c: ApiChannelConfigFile,
  n: number,
  { reportError, secret }: Pick<FileHelpers, "reportError" | "secret">,
): DesiredChannel {
  const at = ["channels", n] as const;
  const url = URL.parse(c.endpoint_url);
  if (!url || url.username !== "" || url.password !== "")
    reportError(
      [...at, "endpoint_url"],
      "must be an absolute http or https URL without user and password",
      "CH-001",
    );
  const randomString = secret(at, "random_string", c.random_string, c.random_string_env);
  if (randomString !== null && !/^[A-Za-z0-9_-]{22,64}$/.test(randomString))
    reportError(
      [...at, "random_string_env"],
      "must be 22 to 64 characters from A-Z a-z 0-9 _ -",
      "CH-002",
    );
  const signingSecret = secret(at, "secret", c.secret, c.secret_env);
  if (signingSecret !== null && !/^whsec_[A-Za-z0-9+/]{43}=$/.test(signingSecret))
    reportError([...at, "secret_env"], "must be whsec_ followed by 32 bytes in base64", "CORE-124");
  return {
    n,
    name: c.name,
    publicId: c.public_id ?? null,
    randomString,
    secret: signingSecret,
    endpointUrl: c.endpoint_url,
    chunked: c.chunked ?? false,
    appendPublicId: c.append_public_id ?? true,
    mediaAs: c.media_as ?? "media objects",
    botAvailable: c.bot_available ?? false,
    enabled: c.enabled ?? true,
    operators: c.operators,
  };
}
