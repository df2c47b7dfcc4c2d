/** A request as a command for a POSIX shell; every value stands in single quotes. */
export function curlOf(request: {
  /** POST when absent. */
  readonly method?: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}): string {
  const headers = Object.entries(request.headers).filter(([name]) => !/^(?:host|content-length|transfer-encoding|connection)$/i.test(name));
  return [
    `curl -X ${method(request.method)} ${quoted(request.url)}`,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(request.method === "GET" ? [] : [`--data-binary ${quoted(request.body)}`]),
  ].join(" \\\n  ");
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A method is a plain word; anything else would be read by the shell. */
const method = (name = "POST"): string => (/^[A-Z]+$/.test(name) ? name : quoted(name));
