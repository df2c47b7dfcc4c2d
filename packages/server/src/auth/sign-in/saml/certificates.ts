import { X509Certificate } from "node:crypto";

/** Returns a certificate in base64, from PEM or base64. Null: it is not one. */
export function normalizeCertificate(text: string): string | null {
  const base64 = text.replace(/-----(?:BEGIN|END) CERTIFICATE-----|\s+/g, "");
  try {
    return new X509Certificate(Buffer.from(base64, "base64")).raw.toString("base64");
  } catch {
    return null;
  }
}

/** Returns when a certificate ends, in ms since 1970. */
export const getCertificateEnd = (text: string): number =>
  Date.parse(new X509Certificate(Buffer.from(normalizeCertificate(text) ?? "", "base64")).validTo);
