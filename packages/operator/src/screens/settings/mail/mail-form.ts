import type { MailState, NewMail } from "@parlour/protocol/api";

/**
 * Form values of the mail server. An empty `password` keeps the stored password, provided that
 * `canReuseStoredPassword` allows it.
 */
export interface MailFormValues {
  host: string;
  port: string;
  tls: NewMail["tls"];
  user: string;
  password: string;
  from: string;
}

export function toFormValues({ mail }: MailState): MailFormValues {
  if (mail === null)
    return { host: "", port: "587", tls: "starttls", user: "", password: "", from: "" };
  return {
    host: mail.host,
    port: String(mail.port),
    tls: mail.tls,
    user: mail.user ?? "",
    password: "",
    from: mail.from,
  };
}

/** Returns the fields that are certainly invalid, before anything is sent. */
export function findInvalidFields({
  host,
  port,
  from,
}: MailFormValues): readonly ("host" | "port" | "from")[] {
  const isPort = /^\d{1,5}$/.test(port.trim()) && Number(port) >= 1 && Number(port) <= 65_535;
  return [
    ...(/^[A-Za-z0-9.:_-]{1,253}$/.test(host.trim()) ? [] : ["host" as const]),
    ...(isPort ? [] : ["port" as const]),
    ...(from.includes("@") ? [] : ["from" as const]),
  ];
}

export function toRequestBody({ host, port, tls, user, password, from }: MailFormValues): NewMail {
  return {
    host: host.trim(),
    port: Number(port),
    tls,
    user: user.trim() === "" ? null : user.trim(),
    from: from.trim(),
    ...(password === "" ? {} : { password }),
  };
}

/**
 * Returns whether the stored password may be used. The password is sent only to the server and user
 * for which it was entered.
 */
export function canReuseStoredPassword(values: MailFormValues, { mail }: MailState): boolean {
  const { host, port, tls, user } = toFormValues({ mail, managed: false });
  return (
    values.host.trim() === host &&
    values.port.trim() === port &&
    values.tls === tls &&
    values.user.trim() === user
  );
}
