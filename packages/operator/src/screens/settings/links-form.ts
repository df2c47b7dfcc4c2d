/** Hosts typed one a line, or with commas and spaces between; each once, lower case. */
export function hostsOf(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).map((host) => host.toLowerCase().replace(/\.$/, "")))].filter((host) => host !== "");
}

/** The first entry that is no host name, or null: a whole address is a frequent mistake. */
export function wrongHost(text: string): string | null {
  return hostsOf(text).find((host) => !/^(?=.{1,253}$)[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u.test(host)) ?? null;
}
