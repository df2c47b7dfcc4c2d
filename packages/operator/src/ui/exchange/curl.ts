/** Returns a request as a curl command for a POSIX shell. All values are in single quotes. */
export function buildCurlCommand(request: {
  /** HTTP method, POST by default. */
  readonly method?: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}): string {
  const headers = Object.entries(request.headers).filter(
    ([name]) => !/^(?:host|content-length|transfer-encoding|connection)$/i.test(name),
  );
  return [
    `curl -X ${toSafeMethod(request.method)} ${quoteForShell(request.url)}`,
    ...headers.map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
    ...(request.method === "GET" ? [] : [`--data-binary ${quoteForShell(request.body)}`]),
  ].join(" \\\n  ");
}

const quoteForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Quotes a method that is not a plain word, so that the shell does not interpret it. */
const toSafeMethod = (name = "POST"): string =>
  /^[A-Z]+$/.test(name) ? name : quoteForShell(name);
