import { isIP } from "node:net";
import { connect as connectTls } from "node:tls";
import type { ServerAddresses } from "../../config/read-config.ts";
import type { Clock } from "../../core/command.ts";
import { createFinding, type Finding } from "../finding.ts";

const dayMs = 86_400_000;
/** Days before the expiry of a certificate from which it causes a warning. */
const expiryWarningDays = 14;

/** Checks the certificates of both origins. Two local origins result in one finding. */
export async function checkTls(
  { publicUrl, widgetUrl }: ServerAddresses,
  clock: Clock,
): Promise<readonly Finding[]> {
  const first = await checkCertificate(publicUrl, clock);
  if (widgetUrl === null) return [first];
  const second = await checkCertificate(widgetUrl, clock);
  return second.code === "tls_local" && first.code === "tls_local" ? [first] : [first, second];
}

/** Checks one origin. Integrators and browsers verify its certificate. */
async function checkCertificate(publicUrl: string, clock: Clock): Promise<Finding> {
  const url = new URL(publicUrl);
  if (url.protocol === "http:")
    return ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname)
      ? createFinding("tls_local")
      : createFinding("tls_none", { url: publicUrl });
  const answer = await readCertificateExpiry(url.hostname, Number(url.port || 443), clock);
  if (typeof answer === "string")
    return createFinding("tls_untrusted", { url: publicUrl, reason: answer });
  const days = Math.floor((answer - clock.now()) / dayMs);
  return createFinding(days < expiryWarningDays ? "tls_ending" : "tls_good", {
    host: url.host,
    days,
  });
}

function readCertificateExpiry(host: string, port: number, clock: Clock): Promise<number | string> {
  return new Promise((resolve) => {
    const socket = connectTls({ host, port, servername: isIP(host) === 0 ? host : undefined });
    const cancel = clock.scheduleAt(clock.now() + 5_000, () => end("no response within 5 s"));
    const end = (answer: number | string): void => {
      cancel();
      socket.destroy();
      resolve(answer);
    };
    socket.once("secureConnect", () => end(Date.parse(socket.getPeerCertificate().valid_to)));
    socket.once("error", (error: NodeJS.ErrnoException) =>
      end(errorTexts[error.code ?? ""] ?? (error.code || error.message)),
    );
  });
}

/** Texts for connection errors. Other error codes are shown unchanged. */
const errorTexts: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ECONNRESET: "the server closed the connection",
  ENOTFOUND: "the host name is unknown",
  EAI_AGAIN: "the host name cannot be resolved right now",
  ERR_SSL_WRONG_VERSION_NUMBER: "the server does not use TLS",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "the server does not use TLS",
  CERT_HAS_EXPIRED: "the certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "the certificate authority is not trusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    "the certificate issuer is unknown; the proxy may not be sending the intermediate certificate",
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for a different host name",
};
