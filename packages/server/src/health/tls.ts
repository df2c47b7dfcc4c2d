import { isIP } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Addresses } from "../config.ts";
import type { Clock } from "../core/command.ts";
import { createFinding, type Finding } from "./finding.ts";

const dayMs = 86_400_000;
/** Days before expiry at which a certificate becomes a warning. */
const expiryWarningDays = 14;

/**
 * Checks the certificates of the operators' and the visitors' origin. Two local addresses result in
 * one finding.
 */
export async function checkTls(
  { publicUrl, widgetUrl }: Pick<Addresses, "publicUrl" | "widgetUrl">,
  clock: Clock,
): Promise<readonly Finding[]> {
  const first = await checkCertificate(publicUrl, clock);
  if (widgetUrl === null) return [first];
  const second = await checkCertificate(widgetUrl, clock);
  return second.code === "tls_local" && first.code === "tls_local" ? [first] : [first, second];
}

/**
 * Checks one address. An https address needs a publicly trusted certificate, because integrators
 * and browsers verify it.
 */
async function checkCertificate(publicUrl: string, clock: Clock): Promise<Finding> {
  const url = new URL(publicUrl);
  if (url.protocol === "http:")
    return ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname)
      ? createFinding("tls_local")
      : createFinding("tls_none", { url: publicUrl });
  const answer = await readCertificateExpiry(url.hostname, Number(url.port || 443), clock);
  if (typeof answer === "string") return createFinding("tls_untrusted", { url: publicUrl, reason: answer });
  const days = Math.floor((answer - clock.now()) / dayMs);
  return createFinding(days < expiryWarningDays ? "tls_ending" : "tls_good", { host: url.host, days });
}

function readCertificateExpiry(host: string, port: number, clock: Clock): Promise<number | string> {
  return new Promise((resolve) => {
    const socket = connectTls({ host, port, ...(isIP(host) === 0 ? { servername: host } : {}) });
    const cancel = clock.scheduleAt(clock.now() + 5_000, () => end("no answer within 5 s"));
    const end = (answer: number | string): void => {
      cancel();
      socket.destroy();
      resolve(answer);
    };
    socket.once("secureConnect", () => end(Date.parse(socket.getPeerCertificate().valid_to)));
    socket.once("error", (error: NodeJS.ErrnoException) => end(errorTexts[error.code ?? ""] ?? (error.code || error.message)));
  });
}

/** Texts for connection errors. Other codes are shown as they are. */
const errorTexts: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ECONNRESET: "it closed the connection",
  ENOTFOUND: "the host name is unknown",
  EAI_AGAIN: "the host name cannot be looked up now",
  ERR_SSL_WRONG_VERSION_NUMBER: "it answers, but without TLS",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "it answers, but without TLS",
  CERT_HAS_EXPIRED: "the certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "the certificate comes from an authority that is not trusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its issuer is not known here; perhaps the proxy does not send the intermediate certificate",
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for another name",
};
