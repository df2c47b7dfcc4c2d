/** Returns the hosts of a text in lower case, each once. */
export function parseHosts(text: string): string[] {
  return [
    ...new Set(text.split(/[\s,;]+/).map((host) => host.toLowerCase().replace(/\.$/, ""))),
  ].filter((host) => host !== "");
}

/** Returns the first entry that is not a host name, or null. A frequent mistake is a whole URL. */
export function findInvalidHost(text: string): string | null {
  return (
    parseHosts(text).find(
      (host) => !/^(?=.{1,253}$)[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u.test(host),
    ) ?? null
  );
}
