/** Returns a request as a curl command for a POSIX shell. Every value is in single quotes. */
export function curlOf(request: {
  /** Default: POST. */
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

/** Quotes a method that is not a plain word, because the shell would interpret it. */
const method = (name = "POST"): string => (/^[A-Z]+$/.test(name) ? name : quoted(name));
