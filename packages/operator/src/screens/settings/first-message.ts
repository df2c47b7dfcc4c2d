/** A command that writes to a chat API channel as a visitor would (CH-031). */
export function curlOf(inbound: string): string {
  const body = { sender: { id: "anna-1", name: "Anna Keller" }, message: { type: "text", text: "Where is my order?" } };
  return `curl -X POST '${inbound}' -H 'content-type: application/json' -d '${JSON.stringify(body)}'`;
}
