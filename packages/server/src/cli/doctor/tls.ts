import { isIP } from "node:net";
import { connect as connectTls } from "node:tls";
import { addresses } from "../../config.ts";
import type { Clock } from "../../core/ports.ts";
import type { Finding, Surroundings } from "./finding.ts";

const dayMs = 86_400_000;

/** Who offers https must have a certificate that others trust: integrators and browsers verify it. */
export async function tls({ config, clock }: Surroundings): Promise<Finding[]> {
  const { publicUrl } = addresses(config, config.port);
  const url = new URL(publicUrl);
  if (url.protocol === "http:") {
    const local = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
    return [
      local
        ? { check: "TLS", state: "good", message: "not needed: PUBLIC_URL is on this machine" }
        : {
            check: "TLS",
            state: "warning",
            message: `${publicUrl} is not encrypted`,
            advice: "put a proxy with TLS in front and set PUBLIC_URL to its https address",
          },
    ];
  }
  const answer = await certificateOf(url.hostname, Number(url.port || 443), clock);
  if (typeof answer === "string")
    return [
      {
        check: "TLS",
        state: "fault",
        message: `${publicUrl}: ${answer}`,
        advice: "mend the proxy or its certificate; never turn verification off at integrators",
      },
    ];
  const daysLeft = Math.floor((answer - clock.now()) / dayMs);
  if (daysLeft < 14)
    return [{ check: "TLS", state: "warning", message: `the certificate of ${url.host} ends in ${daysLeft} days`, advice: "renew it" }];
  return [{ check: "TLS", state: "good", message: `the certificate of ${url.host} is trusted for ${daysLeft} days` }];
}

function certificateOf(host: string, port: number, clock: Clock): Promise<number | string> {
  return new Promise((done) => {
    const socket = connectTls({ host, port, ...(isIP(host) === 0 ? { servername: host } : {}) });
    const cancel = clock.alarm(clock.now() + 5_000, () => end("no answer within 5 s"));
    const end = (answer: number | string): void => {
      cancel();
      socket.destroy();
      done(answer);
    };
    socket.once("secureConnect", () => end(Date.parse(socket.getPeerCertificate().valid_to)));
    socket.once("error", (error: NodeJS.ErrnoException) => end(reasons[error.code ?? ""] ?? (error.code || error.message)));
  });
}

/** Why there is no trusted certificate; other codes speak for themselves. */
const reasons: Readonly<Record<string, string>> = {
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
