/** Returns a curl command that sends a visitor's message to a chat API channel (CH-031). */
export function buildCurlCommand(inbound: string): string {
  const body = { sender: { id: "anna-1", name: "Anna Keller" }, message: { type: "text", text: "Where is my order?" } };
  return `curl -X POST '${inbound}' -H 'content-type: application/json' -d '${JSON.stringify(body)}'`;
}
