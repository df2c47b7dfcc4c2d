/** Returns the name of a webhook. If it is empty, returns the host of the URL (WH-081). */
export function getWebhookName({ name, url }: { name: string; url: string }): string {
  if (name !== "") return name;
  return URL.canParse(url) ? new URL(url).host : url;
}
