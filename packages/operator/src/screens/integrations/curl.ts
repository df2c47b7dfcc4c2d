/** A request as a command for a POSIX shell; every value stands in single quotes. */
export function curlOf(request: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}): string {
  const headers = Object.entries(request.headers).filter(([name]) => !/^(?:host|content-length|transfer-encoding|connection)$/i.test(name));
  return [
    `curl -X POST ${quoted(request.url)}`,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-binary ${quoted(request.body)}`,
  ].join(" \\\n  ");
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
